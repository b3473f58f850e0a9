/** A message as a provider is given it. */
export interface OutgoingEmail {
  /** The same at every try, so that a provider can tell a repeat. */
  readonly id: string
  readonly from: { readonly name: string; readonly email: string }
  readonly to: string
  /** `undefined` for the sender's address. */
  readonly replyTo: string | undefined
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Response of a provider that has taken a message over. */
export interface Accepted {
  /** The provider's id of the message; `null` where it tells none. */
  readonly providerId: string | null
}

/**
 * Hands a message over.
 * @throws DeliveryError when it was not taken.
 */
export type Provider = (email: OutgoingEmail) => Promise<Accepted>

/** Reason why a message was not taken. The text is kept in the log: it must hold no secret. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** Tells whether every later try would fail too: the address or the message itself was refused. */
  readonly permanent: boolean
  /** Time for which the provider asks to be left alone, in seconds; `undefined` where it does not say. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    options: { readonly permanent?: boolean; readonly retryAfter?: number | undefined } = {},
  ) {
    super(message)
    this.permanent = options.permanent ?? false
    this.retryAfter = options.retryAfter
  }
}

/** Tells people's out-of-office replies to stay silent (RFC 3834, section 5). */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
