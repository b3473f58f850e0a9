import type { RequestContext } from '../../config/request.ts'

/**
 * Where to send a browser that names a place itself: the path if it is one of this site's, else the fallback. Every
 * redirect to what a request asks for goes through here.
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
