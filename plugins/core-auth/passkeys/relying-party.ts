import { HttpError, knownOrigin, type RequestContext, t } from 'lintel/kit'

/** The service as passkeys know it (WebAuthn, section 4, "Relying Party Identifier"). */
export interface RelyingParty {
  /** Its host name, to which passkeys belong. */
  readonly id: string
  /** The one origin on which they are accepted. */
  readonly origin: string
}

/**
 * The domain that the config names for the environment; in development, or without one, the request's own host. Nobody is
 * told that one: a browser uses a passkey at the very host that it was made at.
 * @throws HttpError `conflict` at an IP address, to which no passkey can belong
 */
export function relyingParty(c: RequestContext): RelyingParty {
  const origin = knownOrigin(c) ?? new URL(c.req.url).origin
  const { hostname: id } = new URL(origin)
  if (!/^[\d.]+$|:/.test(id)) return { id, origin }
  throw new HttpError('conflict', t('Passkeys need a host name: open the service as localhost, or by its domain.'))
}
