import { environmentOf, HttpError, type RequestContext, requireOwnOrigin, t } from '../../runtime/kit.ts'

/**
 * Refuses requests from pages of other sites, however they are authenticated. With DNS rebinding, a page can make its
 * own host name resolve to this service, so that its origin matches the request's: therefore an origin must be a host
 * name of this environment. Programs send no origin.
 * @throws HttpError `csrf_failed`
 */
export function requireKnownOrigin(c: RequestContext): void {
  const origin = c.req.header('origin')
  if (origin === undefined) return
  requireOwnOrigin(c)
  const { host, hostname } = new URL(c.req.url)
  const isOwn = origin === new URL(c.req.url).origin
  if (!isOwn || isHostHere(c, host, hostname)) return
  throw new HttpError('csrf_failed', t('The request does not come from a page of this site.'))
}

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

function isHostHere(c: RequestContext, host: string, hostname: string): boolean {
  const { name, domain } = environmentOf(c)
  return host === domain || (name === 'development' && THIS_MACHINE.has(hostname))
}
