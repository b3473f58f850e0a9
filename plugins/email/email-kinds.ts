/** Input for each kind of message. */

/** A message with custom content. */
export interface EmailMessage {
  /** Address of the recipient: one, without a name. */
  readonly to: string
  /** Subject: one line, at most 255 characters. */
  readonly subject: string
  /** The HTML part, which is sent unchanged. Values inside it must already be escaped. */
  readonly html: string
  /** The text part. Default: the words and links of `html`. */
  readonly text?: string
}

/**
 * Recipient of a template. Every template greets the recipient by name if there is one. Markup in a name is shown as
 * text.
 */
interface Addressed {
  /** Address of the recipient: one, without a name. */
  readonly to: string
  /** Name in the greeting. Default: a greeting without a name. */
  readonly name?: string
}

/**
 * Email that verifies an address. Links in templates are `https:`, or lead to the service itself. A path such as
 * `/auth/verify-email?token=…` becomes a link to the environment's domain. Prefer a path, since the caller controls the
 * `Host` header of a request.
 */
export interface VerificationEmail extends Addressed {
  readonly verificationUrl: string
  /** Time for which the link works, in hours. Default 24. */
  readonly expiryHours?: number
}

export interface PasswordResetEmail extends Addressed {
  readonly resetUrl: string
  /** Time for which the link works, in minutes. Default 60. */
  readonly expiryMinutes?: number
}

export interface OneTimeCodeEmail extends Addressed {
  readonly code: string
  /** Time for which the code works, in minutes. */
  readonly expiryMinutes: number
}

export interface MagicLinkEmail extends Addressed {
  readonly magicLinkUrl: string
  /** Time for which the link works, in minutes. */
  readonly expiryMinutes: number
}

export interface RegistrationConfirmationEmail extends Addressed {
  /** Address of the sign-in page. Default: no button. */
  readonly loginUrl?: string
}

/** Email to the owner of an address that somebody tried to register again. */
export interface AccountExistsEmail extends Addressed {
  readonly loginUrl: string
  /** Address of the page that sets a new password. Default: the email does not mention it. */
  readonly resetUrl?: string
}

/** Email to a person who is invited. */
export interface InvitationEmail extends Addressed {
  /** Address of the page where the invitation is accepted. */
  readonly inviteUrl: string
  /** Email address of the inviter. Default: the email does not mention the inviter. */
  readonly invitedBy?: string
  /** Role of the account. Default: the email does not mention it. */
  readonly role?: string
  /** Time for which the link works, in minutes. */
  readonly expiryMinutes: number
}

/** Email to the owner of an account for which an API token was created. */
export interface TokenMadeEmail extends Addressed {
  /** Name of the token. */
  readonly tokenName: string
  /** Names of the token's permissions. */
  readonly scopes: readonly string[]
  /** Expiry time of the token, ISO 8601; `null` if the token does not expire. */
  readonly expiresAt: string | null
  /** Email address of the person who created the token, if that is not the owner. */
  readonly madeBy?: string
  /** Address of the page that revokes tokens. */
  readonly tokensUrl: string
}

/** A change to the credentials of an account, of which an email informs the owner. */
export type SignInChange =
  | { readonly kind: 'app-on' | 'factor-off' | 'recovery-codes' }
  /** `left`: number of recovery codes that still work. */
  | { readonly kind: 'recovery-used'; readonly left: number }
  /** `passkey`: name of the passkey. */
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly passkey: string }
  /** `provider`: name by which people know the provider. */
  | { readonly kind: 'provider-linked'; readonly provider: string }

/** Email to the owner of an account whose credentials have changed. */
export interface SignInChangedEmail extends Addressed {
  readonly change: SignInChange
  /** Address of the page that sets a password, for an owner who did not make this change. */
  readonly resetUrl: string
}

/** Email to the owner of an account whose password was changed. */
export interface PasswordChangedEmail extends Addressed {
  /** Address of the page that sets another password, for an owner who did not make this change. */
  readonly resetUrl: string
}
