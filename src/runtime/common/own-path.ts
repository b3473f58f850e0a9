import type { RequestContext } from '../../config/request.ts'

/**
 * Limits a redirect that a request names to this site: returns its path, or else the fallback. Every such redirect goes
 * through here.
 */
export function ownPath(c: RequestContext, path: string | undefined, fallback: string): string {
  const { origin } = new URL(c.req.url)
  // A backslash or a second slash at the beginning, or a control character, leads browsers elsewhere.
  if (path === undefined || !OWN.test(path) || !URL.canParse(path, origin)) return fallback
  const url = new URL(path, origin)
  // Read as a browser reads it: `/.//example.com` becomes `//example.com`.
  const normal = url.pathname + url.search + url.hash
  return url.origin === origin && OWN.test(normal) ? normal : fallback
}

const OWN = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
