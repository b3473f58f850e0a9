import type { BatchItem } from 'drizzle-orm/batch'
import type { RequestContext } from '../../config/request.ts'
import { serviceOf } from '../plugins/services.ts'

/** Claims of an access token. Times are in seconds since the epoch. */
export interface TokenPayload {
  readonly userId: string
  readonly email: string
  readonly role: string
  /** Id of the session. */
  readonly sid: string
  readonly exp: number
  readonly iat: number
}

interface PasswordHashing {
  /** Hashes a password with a random salt. The hash contains the algorithm and its cost. */
  hashPassword(password: string): Promise<string>
  /** Checks a password. Returns false for a malformed hash. */
  verifyPassword(password: string, hash: string): Promise<boolean>
}

/** Validates and creates access tokens, and hashes passwords. */
export interface AuthService extends PasswordHashing {
  /** Validates a token: it must not have expired, its session must exist, and its user must be active. */
  validateToken(token: string): Promise<{ readonly valid: boolean; readonly userId: string | null }>
  /**
   * Opens a session for the user and returns its access token. Sets no cookie.
   * @throws HttpError `not_found`, `account_inactive`
   */
  generateToken(userId: string): Promise<string>
}

/** Creates access tokens, reads their claims, and hashes passwords. */
export interface TokenManager extends PasswordHashing {
  /**
   * Opens a session and returns its access token. Sets no cookie.
   * @throws HttpError `not_found`, `account_inactive`, or `conflict` if the email or the role is not that of the
   * account
   */
  generateToken(userId: string, email: string, role: string): Promise<string>
  /** Returns the claims of a valid token, with the current email and role; `null` for an invalid token. */
  verifyToken(token: string): Promise<TokenPayload | null>
}

export interface NewAccount {
  readonly email: string
  /** Name of a role in the config. */
  readonly role: string
  /**
   * Password of 8 to 256 characters, and not one of the most common. Without a password, the account signs in by other
   * means, such as a link.
   */
  readonly password?: string
  /** Name of the user. Default: the part of the email before `@`, with a few characters added if it is taken. */
  readonly username?: string
  readonly firstName?: string
  readonly lastName?: string
  /** True if the address is known to belong to the user. Default `false`: the owner must confirm it. */
  readonly emailVerified?: boolean
}

/** An email that belongs to the batch of a change, and is sent only if the change is made. */
export interface PreparedMail {
  /** Statements for the end of the batch, which have an effect only if the change was made. */
  readonly statements: readonly BatchItem<'sqlite'>[]
  /** Starts sending the email after the response. Call it once the batch is done. */
  sendSoon(): void
}

/** Manages accounts on behalf of administrators. It does not check permissions: the caller must. */
export interface AccountService {
  /**
   * Creates an account that is active immediately, and sends the event `user:update`.
   * @throws HttpError `validation_failed` for an invalid email or password, `conflict` if the email or the username is
   * taken
   */
  create(account: NewAccount): Promise<{ readonly id: string }>
  /** Tells whether an active plugin sends mail. */
  sendsMail(): Promise<boolean>
  /**
   * Emails the owner a link for setting a password. The link works once, within a day.
   * @throws HttpError `not_found`, `not_configured` if no active plugin sends mail, `conflict` if the account is
   * deactivated or being changed
   */
  sendPasswordLink(userId: string): Promise<void>
  /**
   * Prepares the batch that changes an account's email address: links and codes sent to the old address become invalid
   * and, if an active plugin sends mail, the new address receives a link to confirm it.
   */
  prepareConfirmation(account: { readonly id: string; readonly email: string }): Promise<PreparedMail>
  /**
   * Returns statements that follow the deactivation of an account in the same batch. They end its sessions, and
   * invalidate the links and codes with which somebody could sign in to it. They change nothing if the account is still
   * active.
   */
  prepareDeactivation(userId: string): Promise<readonly BatchItem<'sqlite'>[]>
  /**
   * Turns off the second factor of a user who has lost it. The owner is informed by email.
   * @throws HttpError `not_found`, `conflict` if the account is being changed
   */
  resetSecondFactor(userId: string): Promise<void>
  /** Tells whether the caller signed in so long ago that sensitive actions require the password again. */
  needsPassword(): Promise<boolean>
  /**
   * Requires that the caller signed in recently, or passes the password now.
   * @throws HttpError `validation_failed` if the password is missing; `invalid_credentials`, `rate_limited`
   */
  requireProof(password: string | undefined): Promise<void>
}

declare module '../../config/services.ts' {
  interface Services {
    auth: AuthService
    tokens: TokenManager
    accounts: AccountService
  }
}

/**
 * Returns the service `auth`.
 * @throws HttpError `plugin_inactive` if no active plugin provides it
 */
export function authService(c: RequestContext): Promise<AuthService> {
  return serviceOf(c, 'auth')
}

/**
 * Returns the service `tokens`.
 * @throws HttpError `plugin_inactive` if no active plugin provides it
 */
export function tokenManager(c: RequestContext): Promise<TokenManager> {
  return serviceOf(c, 'tokens')
}
