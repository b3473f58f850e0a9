/** What other plugins use of core-auth (specification, "Programmatic interfaces"). */
import { HttpError, type RequestContext } from 'lintel/kit'
import type { TokenPayload } from './access-token.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { recallAccessToken } from './token-cache.ts'
import { findUser } from './users.ts'

export type { TokenPayload } from './access-token.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { revokeSession } from './sessions.ts'
export { type SignedIn, signIn, type Tokens } from './sign-in.ts'
export {
  createUser,
  findUser,
  type NewUser,
  normalizeEmail,
  type UserObject,
  type UserRow,
  userObject,
} from './users.ts'

/** Says whether an access token holds, makes one, and hashes passwords. */
export interface AuthService {
  validateToken(token: string): Promise<{ readonly valid: boolean; readonly userId: string | null }>
  /** Opens a session for the user and returns its access token. */
  generateToken(userId: string): Promise<string>
  hashPassword(password: string): Promise<string>
  verifyPassword(password: string, hash: string): Promise<boolean>
}

export function authService(c: RequestContext): AuthService {
  return {
    validateToken: async (token) => {
      const payload = await verifyToken(c, token)
      return { valid: payload !== null, userId: payload?.userId ?? null }
    },
    generateToken: (userId) => generateToken(c, userId),
    hashPassword,
    verifyPassword,
  }
}

/** What a valid token says, with email and role as they are now; `null` once its session has ended. */
export async function verifyToken(c: RequestContext, token: string): Promise<TokenPayload | null> {
  const payload = await recallAccessToken(c, token)
  if (!payload) return null
  const session = await findSession(c.var.db, payload.sid, payload.userId)
  return session ? { ...payload, email: session.email, role: session.role } : null
}

/**
 * Opens a session and returns its access token.
 * @throws HttpError `account_inactive` for a user who is not active, `not_found` for one who does not exist.
 */
export async function generateToken(c: RequestContext, userId: string): Promise<string> {
  const user = await findUser(c.var.db, userId)
  if (!user) throw new HttpError('not_found', 'There is no such user.')
  if (!user.isActive) throw new HttpError('account_inactive', 'This account has been deactivated.')
  return (await signIn(c, user)).token
}
