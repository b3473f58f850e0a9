import { defineRoute } from 'lintel'
import {
  expandPermissions,
  HttpError,
  hasPermission,
  manifestOf,
  PASSWORD_LENGTH,
  permissionsOf,
  type RequestContext,
  requireOwnOrigin,
  t,
} from 'lintel/kit'
import * as z from 'zod'
import { refreshCookie } from './cookies.ts'
import { outcomeObject, signedInObject } from './outcome-object.ts'
import { outcome, renewed, signedIn, user } from './responses.ts'
import { refresh, signInWithCode, signInWithPassword, signOut } from './sign-in.ts'
import { findUser, userObject } from './users.ts'

const refreshToken = z.string().min(1).max(512)

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in with email and password',
  input: {
    json: z.strictObject({
      email: z.string().min(1).max(320),
      password: z.string().min(1).max(PASSWORD_LENGTH.max),
    }),
  },
  returns: outcome,
  problems: [
    'invalid_credentials',
    'account_inactive',
    'email_unverified',
    'rate_limited',
    'not_configured',
    'conflict',
  ],
  act: async (c, { json }) => outcomeObject(await signInWithPassword(c, json.email, json.password)),
})

export const otp = defineRoute({
  method: 'POST',
  path: '/api/auth/otp',
  access: 'public',
  summary: 'Complete a sign-in that has a second factor, with the code that was sent or that the app shows',
  input: {
    json: z.strictObject({ challengeToken: z.string().min(1).max(512), code: z.string().trim().min(1).max(40) }),
  },
  returns: signedIn,
  problems: ['invalid_credentials', 'account_inactive', 'rate_limited', 'conflict'],
  act: async (c, { json }) => signedInObject(await signInWithCode(c, json.challengeToken, json.code)),
})

export const renew = defineRoute({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  audit: false,
  summary: 'Exchange a refresh token, from the body or its cookie, for new tokens',
  input: { json: z.strictObject({ refreshToken: refreshToken.optional() }).optional() },
  returns: renewed,
  problems: ['unauthenticated', 'invalid_token', 'refresh_token_reused'],
  act: (c, { json }) => {
    const token = json?.refreshToken ?? refreshCookieOfThisSite(c)
    if (token === undefined) {
      throw new HttpError('unauthenticated', t('Send a refresh token: as refreshToken in the body, or as its cookie.'))
    }
    return refresh(c, token)
  },
})

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'End the session',
  input: { json: z.strictObject({ refreshToken: refreshToken.optional() }).optional() },
  returns: null,
  act: (c, { json }) => {
    const isBearer = c.var.user?.by === 'bearer' // its session is known, whatever cookies were sent
    return signOut(c, json?.refreshToken ?? (isBearer ? undefined : refreshCookieOfThisSite(c)))
  },
})

export const me = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  access: 'authenticated',
  summary: 'Who you are and what you may do',
  returns: z.strictObject({ user, permissions: z.array(z.string()) }),
  load: async (c) => {
    const caller = c.var.user
    const row = caller ? await findUser(c.var.db, caller.id) : undefined
    if (!row) throw new HttpError('unauthenticated')
    const permissions = expandPermissions(permissionsOf(c, row.role), manifestOf(c).roles).filter((permission) =>
      hasPermission(c, permission),
    )
    return { user: userObject(row), permissions }
  },
})

/**
 * Returns the refresh token of the cookie.
 * @throws HttpError `csrf_failed` if another site caused the request
 */
function refreshCookieOfThisSite(c: RequestContext): string | undefined {
  const token = refreshCookie(c)
  if (token !== undefined) requireOwnOrigin(c)
  return token
}
