import type { RequestContext } from '../config/plugin.ts'
import { serviceOf } from './services.ts'

/** What an access token says. Times are seconds since the epoch. */
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
  /** What a token says that holds, with email and role as they are now; else `null`. */
  verifyToken(token: string): Promise<TokenPayload | null>
}

declare module '../config/services.ts' {
  interface Services {
    auth: AuthService
    tokens: TokenManager
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
