import type { RequestContext } from 'lintel/kit'

/** Where to go after signing in: the path asked for if it is one of this site's, else the fallback. */
export function ownPath(c: RequestContext, path: string | undefined, fallback: string): string {
  const { origin } = new URL(c.req.url)
  // A backslash or a second slash at the beginning, or a control character, leads browsers elsewhere.
  if (path === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return fallback
  if (!URL.canParse(path, origin)) return fallback
  const url = new URL(path, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : fallback
}
