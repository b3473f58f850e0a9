/** A message as providers receive it. */
export interface OutgoingEmail {
  /** Id of the message: the same in every attempt, so that a provider can recognize a repetition. */
  readonly id: string
  readonly from: { readonly name: string; readonly email: string }
  readonly to: string
  /** Reply address; `undefined` for the sender's address. */
  readonly replyTo: string | undefined
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Response of a provider that has accepted a message. */
export interface Accepted {
  /** The provider's id of the message; `null` if it reports none. */
  readonly providerId: string | null
}

/**
 * Sends a message.
 * @throws DeliveryError if the message was not accepted
 */
export type Provider = (email: OutgoingEmail) => Promise<Accepted>

/** Reason why a message was not accepted. The text is stored in the log: it must not contain a secret. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** True if every later attempt would fail, too: the address or the message itself was refused. */
  readonly permanent: boolean
  /** Time that the provider asks to wait, in seconds; `undefined` if it does not ask. */
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

/** Headers that prevent out-of-office replies (RFC 3834, section 5). */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
