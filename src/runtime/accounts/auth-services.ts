import type { BatchItem } from 'drizzle-orm/batch'
import type { RequestContext } from '../../config/request.ts'
import { serviceOf } from '../plugins/services.ts'

/** Claims of an access token. Times are seconds since the epoch. */
export interface TokenPayload {
  readonly userId: string
  readonly email: string
  readonly role: string
  /** The session's id. */
  readonly sid: string
  readonly exp: number
  readonly iat: number
}

interface PasswordHashing {
  /** A new hash with a random salt; algorithm and cost stand in it. */
  hashPassword(password: string): Promise<string>
  /** False for any text that is no hash. */
  verifyPassword(password: string, hash: string): Promise<boolean>
}

/** Says whether an access token holds, makes one, and hashes passwords (specification, "Programmatic interfaces"). */
export interface AuthService extends PasswordHashing {
  /** A token holds while it has not expired, its session lives and its user is active. */
  validateToken(token: string): Promise<{ readonly valid: boolean; readonly userId: string | null }>
  /**
   * Opens a session for the user and returns its access token. No cookie is set.
   * @throws HttpError `not_found`, `account_inactive`
   */
  generateToken(userId: string): Promise<string>
}

/** As the auth service, with what a token says. */
export interface TokenManager extends PasswordHashing {
  /**
   * Opens a session and returns its access token. No cookie is set.
   * @throws HttpError `not_found`, `account_inactive`, or `conflict` where email or role are not the account's
   */
  generateToken(userId: string, email: string, role: string): Promise<string>
  /** Claims of a valid token, with email and role as they are now; `null` for an invalid one. */
  verifyToken(token: string): Promise<TokenPayload | null>
}

export interface NewAccount {
  readonly email: string
  /** One of the config. */
  readonly role: string
  /** 8 to 256 characters. Without one the account signs in by other means, such as a link. */
  readonly password?: string
  /** Default: what stands before the `@`. */
  readonly username?: string
  readonly firstName?: string
  readonly lastName?: string
  /** True if somebody vouches for the address. Default `false`: its owner confirms it. */
  readonly emailVerified?: boolean
}

/** A mail for the batch of the change that it tells of. */
export interface PreparedMail {
  /** For the end of the batch; written only if the change has come about. */
  readonly statements: readonly BatchItem<'sqlite'>[]
  /** Has it sent once the answer is on its way: for when the batch is done. */
  sendSoon(): void
}

/** Accounts, as an administrator deals with them. It asks nobody who may: its caller does. */
export interface AccountService {
  /**
   * An account, active at once. The event `user:update` tells of it.
   * @throws HttpError `validation_failed` for a bad email or password, `conflict` where email or username is taken
   */
  create(account: NewAccount): Promise<{ readonly id: string }>
  /** Tells whether an active plugin sends mail. */
  sendsMail(): Promise<boolean>
  /**
   * Mails a link by which the owner sets a password; it works once, for a day.
   * @throws HttpError `not_found`, or `not_configured` where no active plugin sends mail
   */
  sendPasswordLink(userId: string): Promise<void>
  /**
   * For the batch that changes an account's address: links and codes that were mailed to the one before end, and where an
   * active plugin sends mail, the new one is sent a link by which its owner confirms it.
   */
  prepareConfirmation(account: { readonly id: string; readonly email: string }): Promise<PreparedMail>
  /** Signs the user out everywhere, at once. */
  endSessions(userId: string): Promise<void>
  /**
   * Turns off the user's second factor, for who has lost it. The owner is told by mail.
   * @throws HttpError `not_found`
   */
  resetSecondFactor(userId: string): Promise<void>
  /** Tells whether the caller signed in so long ago that sensitive actions need the password again. */
  needsPassword(): Promise<boolean>
  /**
   * Lets the caller go on who signed in a short while ago, or gives the password now.
   * @throws HttpError `validation_failed` where the password is missing; `invalid_credentials`, `rate_limited`
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

/** @throws HttpError `plugin_inactive` where no active plugin signs people in */
export function authService(c: RequestContext): Promise<AuthService> {
  return serviceOf(c, 'auth')
}

/** @throws HttpError `plugin_inactive` where no active plugin signs people in */
export function tokenManager(c: RequestContext): Promise<TokenManager> {
  return serviceOf(c, 'tokens')
}
