import type { Context } from 'hono'

/**
 * The caller's IP address as Cloudflare saw it. Headers that the caller could have written (`X-Forwarded-For`) are not
 * believed. `null` where there is no Cloudflare in front, as in local development.
 */
export function clientAddress(c: Context): string | null {
  return c.req.header('cf-connecting-ip') ?? null
}
