import type { RequestContext } from '../../config/request.ts'

/**
 * Restricts the target of a redirect that a request names: returns its path if it is on this site, otherwise the
 * fallback. Every such redirect uses it.
 */
export function ownPath(c: RequestContext, path: string | undefined, fallback: string): string {
  const { origin } = new URL(c.req.url)
  // A leading backslash or second slash, or a control character, leads browsers to another site.
  if (path === undefined || !OWN.test(path) || !URL.canParse(path, origin)) return fallback
  const url = new URL(path, origin)
  // Normalized like in a browser: `/.//example.com` becomes `//example.com`.
  const normal = url.pathname + url.search + url.hash
  return url.origin === origin && OWN.test(normal) ? normal : fallback
}

const OWN = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
