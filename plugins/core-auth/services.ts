import {
  type AuthService,
  HttpError,
  hashPassword,
  type RequestContext,
  type TokenManager,
  type TokenPayload,
  t,
  verifyPassword,
} from 'lintel/kit'
import { findSession } from './sessions.ts'
import { openSession } from './sign-in.ts'
import { recallAccessToken } from './token-cache.ts'
import { findUser } from './users.ts'

export function provideAuth(c: RequestContext): AuthService {
  return {
    validateToken: async (token) => {
      const payload = await verifyToken(c, token)
      return { valid: payload !== null, userId: payload?.userId ?? null }
    },
    generateToken: async (userId) => (await openSession(c, await activeUser(c, userId))).token,
    hashPassword,
    verifyPassword,
  }
}

export function provideTokens(c: RequestContext): TokenManager {
  return {
    verifyToken: (token) => verifyToken(c, token),
    generateToken: async (userId, email, role) => {
      const user = await activeUser(c, userId)
      if (user.email === email && user.role === role) return (await openSession(c, user)).token
      throw new HttpError('conflict', t('The email address or role of the account has changed in the meantime.'))
    },
    hashPassword,
    verifyPassword,
  }
}

async function verifyToken(c: RequestContext, token: string): Promise<TokenPayload | null> {
  const found = await recallAccessToken(c, token, ({ sid, userId }) => findSession(c.var.db, sid, userId))
  return found && { ...found.payload, email: found.session.email, role: found.session.role }
}

async function activeUser(c: RequestContext, userId: string) {
  const user = await findUser(c.var.db, userId)
  if (!user) throw new HttpError('not_found', t('There is no such user.'))
  if (!user.isActive) throw new HttpError('account_inactive', t('This account has been deactivated.'))
  return user
}
