import { originOfDomain } from '../../ground/domain-origin.ts'
import { HttpError } from '../common/errors.ts'
import { runtimeOf, type WithEnv } from './runtime.ts'

/** Part of a context that `ownOrigin` needs; handlers and middleware both have it. */
type Requested = WithEnv & { readonly req: { readonly url: string } }

/**
 * Returns the origin of the service, for addresses that are sent to people: that of the environment's `domain` or, in
 * development, that of the request. In other environments, the request is not trusted: the caller chooses the `Host`
 * header, and could thus choose the link in an email.
 * @throws HttpError `not_configured` if the environment has no domain
 */
export function ownOrigin(c: Requested): string {
  const origin = knownOrigin(c)
  if (origin !== null) return origin
  const { name } = runtimeOf(c).environment
  throw new HttpError(
    'not_configured',
    `The environment '${name}' has no domain, so the address of the service is unknown. Add it in cms.config.ts: ${name}: { domain: 'cms.example.com' }`,
  )
}

/** Returns the origin of the service like `ownOrigin`; `null` if the environment has no domain. */
export function knownOrigin(c: Requested): string | null {
  const { domain, name } = runtimeOf(c).environment
  if (name === 'development') return new URL(c.req.url).origin
  return domain === null ? null : originOfDomain(domain)
}
