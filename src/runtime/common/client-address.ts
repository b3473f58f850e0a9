import type { Context } from 'hono'

/**
 * Returns the caller's IP address as Cloudflare saw it. Headers that the caller could have set (`X-Forwarded-For`) are
 * ignored. `null` without Cloudflare in front, as in local development.
 */
export function clientAddress(c: Context): string | null {
  return c.req.header('cf-connecting-ip') ?? null
}
