/** Values from which each kind of message is made. */

/** A message of one's own. */
export interface EmailMessage {
  /** One address, without a name. */
  readonly to: string
  /** One line, at most 255 characters. */
  readonly subject: string
  /** The HTML part, sent as it is. Whatever stands in it must be escaped already. */
  readonly html: string
  /** The text part. Default: the words and links of `html`. */
  readonly text?: string
}

/** Every template greets by name where it is given one. Markup in a name is shown as text. */
interface Addressed {
  /** One address, without a name. */
  readonly to: string
  /** Name in the greeting. Default: without a name. */
  readonly name?: string
}

/**
 * Links in templates are `https:`, or lead to the service itself. A path such as `/auth/verify-email?token=…` becomes
 * a link to the environment's domain: prefer it, since the `Host` header of a request is the caller's to choose.
 */
export interface VerificationEmail extends Addressed {
  readonly verificationUrl: string
  /** For how long the link works, in hours. Default 24. */
  readonly expiryHours?: number
}

export interface PasswordResetEmail extends Addressed {
  readonly resetUrl: string
  /** For how long the link works, in minutes. Default 60. */
  readonly expiryMinutes?: number
}

export interface OneTimeCodeEmail extends Addressed {
  readonly code: string
  /** For how long the code works, in minutes. */
  readonly expiryMinutes: number
}

export interface MagicLinkEmail extends Addressed {
  readonly magicLinkUrl: string
  /** For how long the link works, in minutes. */
  readonly expiryMinutes: number
}

export interface RegistrationConfirmationEmail extends Addressed {
  /** Address of the sign-in page. Default: no button. */
  readonly loginUrl?: string
}

/** For the owner of an address that somebody tried to register again. */
export interface AccountExistsEmail extends Addressed {
  readonly loginUrl: string
  /** Address of the page that sets a new password. Default: not mentioned. */
  readonly resetUrl?: string
}

/** For somebody who is invited. */
export interface InvitationEmail extends Addressed {
  /** Address of the page where the invitation is accepted. */
  readonly inviteUrl: string
  /** The inviter: an email. Default: not mentioned. */
  readonly invitedBy?: string
  /** Role of the account. Default: not mentioned. */
  readonly role?: string
  /** For how long the link works, in minutes. */
  readonly expiryMinutes: number
}

/** For the owner of an account for which an API token was made. */
export interface TokenMadeEmail extends Addressed {
  /** Name of the token. */
  readonly tokenName: string
  /** Permissions of the token, by name. */
  readonly scopes: readonly string[]
  /** Time at which it ends, ISO 8601; `null` for never. */
  readonly expiresAt: string | null
  /** The maker, where that is not the owner: an email. */
  readonly madeBy?: string
  /** Address of the page that revokes tokens. */
  readonly tokensUrl: string
}

/** A change of the ways into an account, as its owner is told of it. */
export type SignInChange =
  | { readonly kind: 'app-on' | 'factor-off' | 'recovery-codes' }
  /** `left`: recovery codes that still work. */
  | { readonly kind: 'recovery-used'; readonly left: number }
  /** `passkey`: its name. */
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly passkey: string }
  /** `provider`: what people call it. */
  | { readonly kind: 'provider-linked'; readonly provider: string }

/** For the owner of an account that is signed in to in another way from now on. */
export interface SignInChangedEmail extends Addressed {
  readonly change: SignInChange
  /** The page to set a password, for who did not do that. */
  readonly resetUrl: string
}

/** For the owner of an account whose password was changed. */
export interface PasswordChangedEmail extends Addressed {
  /** The page to set another one, for who did not do that. */
  readonly resetUrl: string
}
