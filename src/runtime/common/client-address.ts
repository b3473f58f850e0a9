import type { Context } from 'hono'

/**
 * Returns the caller's IP address as Cloudflare or the server on Node determined it; `null` without either, as in local
 * development. Headers that the caller could have set (`X-Forwarded-For`) are ignored.
 */
export function clientAddress(c: Context): string | null {
  return c.req.header('cf-connecting-ip') ?? null
}
