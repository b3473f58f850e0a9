import { ownOrigin, type RequestContext } from 'lintel/kit'
import { MessageRefused } from './refused.ts'

/**
 * Returns a link that is allowed in a message: `https:`, or to the service itself. Completes a path with the service's
 * origin.
 * @throws MessageRefused for every other link; HttpError `not_configured` if the environment has no domain
 */
export function messageLink(c: RequestContext, link: string): string {
  const origin = ownOrigin(c)
  if (!URL.canParse(link, origin)) throw new MessageRefused('a link cannot be read')
  const url = new URL(link, origin)
  if (url.username !== '' || url.password !== '') throw new MessageRefused('a link contains a password')
  if (url.protocol === 'https:' || url.origin === origin) return url.href
  throw new MessageRefused('a link is neither https: nor to this service')
}
