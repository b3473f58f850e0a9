import { environmentOf, type RequestContext } from 'lintel/kit'
import { MessageRefused } from './refused.ts'
import { isDevelopment } from './settings.ts'

/**
 * A link as it may stand in a message: `https:`, or to the service itself. A path is completed with the environment's
 * domain, or with the request's own origin where there is none.
 * @throws MessageRefused for every other link
 */
export function messageLink(c: RequestContext, link: string): string {
  const own = ownOrigin(c)
  if (!URL.canParse(link, own)) throw new MessageRefused('a link cannot be read')
  const url = new URL(link, own)
  if (url.username !== '' || url.password !== '') throw new MessageRefused('a link holds a password')
  if (url.protocol === 'https:' || url.origin === own) return url.href
  throw new MessageRefused('a link is neither https: nor to this service')
}

function ownOrigin(c: RequestContext): string {
  const { domain } = environmentOf(c)
  return domain === null || isDevelopment(c) ? new URL(c.req.url).origin : `https://${domain}`
}
