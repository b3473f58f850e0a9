import { environmentOf, type RequestContext } from 'lintel/kit'

/** The origin that the config names for the environment; in development, or without one, the request's own. */
export function ownOrigin(c: RequestContext): string {
  const { domain, name } = environmentOf(c)
  return new URL(domain === null || name === 'development' ? c.req.url : `https://${domain}`).origin
}
