import { originOfDomain } from '../../ground/domain-origin.ts'
import { HttpError } from '../common/errors.ts'
import { runtimeOf, type WithEnv } from './runtime.ts'

/** A request, whichever the context. */
type Requested = WithEnv & { readonly req: { readonly url: string } }

/**
 * The origin of the service, for addresses that somebody is told: that of the environment's `domain`, or in development the
 * request's own. Never what a request says elsewhere: its Host is the caller's to choose, and so would be the link in a mail.
 * @throws HttpError `not_configured` where the environment has no domain
 */
export function ownOrigin(c: Requested): string {
  const origin = knownOrigin(c)
  if (origin !== null) return origin
  const { name } = runtimeOf(c).environment
  throw new HttpError(
    'not_configured',
    `The environment '${name}' has no domain, so no address of the service can be told. Add it in cms.config.ts: ${name}: { domain: 'cms.example.com' }`,
  )
}

/** As `ownOrigin`; `null` where the environment has no domain. */
export function knownOrigin(c: Requested): string | null {
  const { domain, name } = runtimeOf(c).environment
  if (name === 'development') return new URL(c.req.url).origin
  return domain === null ? null : originOfDomain(domain)
}
