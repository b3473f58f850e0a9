import type { RequestContext } from '../../config/request.ts'

/**
 * Restricts the target of a redirect that a request names: returns the path if it is on this site, otherwise the
 * fallback.
 */
export function ownPath(c: RequestContext, path: string | undefined, fallback: string): string {
  const { origin } = new URL(c.req.url)
  // With a leading backslash or second slash, or with a control character, browsers would leave this site.
  if (path === undefined || !OWN.test(path) || !URL.canParse(path, origin)) return fallback
  const url = new URL(path, origin)
  // Normalized as in a browser: `/.//example.com` becomes `//example.com`.
  const normal = url.pathname + url.search + url.hash
  return url.origin === origin && OWN.test(normal) ? normal : fallback
}

const OWN = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
