import { HttpError, knownOrigin, type RequestContext, t } from 'lintel/kit'

/** The service as passkeys know it (WebAuthn, section 4, "Relying Party Identifier"). */
export interface RelyingParty {
  /** Host name that passkeys belong to. */
  readonly id: string
  /** The only origin at which passkeys are accepted. */
  readonly origin: string
}

/**
 * Returns the relying party: the domain in the config for this environment; in development, or without a domain, the
 * host of the request. Trusting the host of the request is safe: a browser uses a passkey only at the host where it was
 * created.
 * @throws HttpError `conflict` at an IP address, which cannot have passkeys
 */
export function relyingParty(c: RequestContext): RelyingParty {
  const origin = knownOrigin(c) ?? new URL(c.req.url).origin
  const { hostname: id } = new URL(origin)
  if (!/^[\d.]+$|:/.test(id)) return { id, origin }
  throw new HttpError('conflict', t('Passkeys need a host name: open the service as localhost, or by its domain.'))
}
