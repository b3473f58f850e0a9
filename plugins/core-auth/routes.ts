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
import { user } from './responses.ts'
import { refresh, type SignedIn, signInWithCode, signInWithPassword, signOut } from './sign-in.ts'
import { findUser, userObject } from './users.ts'

const tokens = z.strictObject({
  token: z.string().meta({ description: 'The access token: send it as `Authorization: Bearer`.' }),
  refreshToken: z.string().meta({ description: 'Works once, for new tokens.' }),
  expiresIn: z.int().meta({ description: 'Lifetime of the access token, in seconds.' }),
})

const challenge = z.strictObject({
  challenge: z.literal('otp').meta({ description: 'A code has been sent by email.' }),
  challengeToken: z.string().meta({ description: 'Send it to `/api/auth/otp` with the code.' }),
})

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
  responses: { 200: z.union([tokens.extend({ user }), challenge]) },
  problems: ['invalid_credentials', 'account_inactive', 'email_unverified', 'rate_limited', 'not_configured'],
  handler: async (c, { json }) => {
    const outcome = await signInWithPassword(c, json.email, json.password)
    return 'challenge' in outcome ? c.json(outcome) : showSignedIn(c, outcome)
  },
})

export const otp = defineRoute({
  method: 'POST',
  path: '/api/auth/otp',
  access: 'public',
  summary: 'End a sign-in that has a second factor, with the code that was sent',
  input: {
    json: z.strictObject({ challengeToken: z.string().min(1).max(512), code: z.string().trim().min(1).max(20) }),
  },
  responses: { 200: tokens.extend({ user }) },
  problems: ['invalid_credentials', 'account_inactive', 'rate_limited'],
  handler: async (c, { json }) => showSignedIn(c, await signInWithCode(c, json.challengeToken, json.code)),
})

export const renew = defineRoute({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  audit: false,
  summary: 'Exchange a refresh token, from the body or its cookie, for new tokens',
  input: { json: z.strictObject({ refreshToken: refreshToken.optional() }).optional() },
  responses: { 200: tokens },
  problems: ['unauthenticated', 'invalid_token', 'refresh_token_reused'],
  handler: async (c, { json }) => {
    const token = json?.refreshToken ?? refreshCookieOfThisSite(c)
    if (token === undefined) {
      throw new HttpError('unauthenticated', t('Send a refresh token: as refreshToken in the body, or as its cookie.'))
    }
    return c.json(await refresh(c, token))
  },
})

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'End the session',
  input: { json: z.strictObject({ refreshToken: refreshToken.optional() }).optional() },
  responses: { 204: null },
  handler: async (c, { json }) => {
    const isBearer = c.var.user?.by === 'bearer' // its session is known, whatever cookies came along
    await signOut(c, json?.refreshToken ?? (isBearer ? undefined : refreshCookieOfThisSite(c)))
    return c.body(null, 204)
  },
})

export const me = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  access: 'authenticated',
  summary: 'Who you are and what you may do',
  responses: { 200: z.strictObject({ user, permissions: z.array(z.string()) }) },
  handler: async (c) => {
    const caller = c.var.user
    const row = caller ? await findUser(c.var.db, caller.id) : undefined
    if (!row) throw new HttpError('unauthenticated')
    const permissions = expandPermissions(permissionsOf(c, row.role), manifestOf(c).roles).filter((permission) =>
      hasPermission(c, permission),
    )
    return c.json({ user: userObject(row), permissions })
  },
})

function showSignedIn(c: RequestContext, signedIn: SignedIn): Response {
  return c.json({ ...signedIn, user: userObject(signedIn.user) })
}

/** @throws HttpError `csrf_failed` when another site sent the cookie. */
function refreshCookieOfThisSite(c: RequestContext): string | undefined {
  const token = refreshCookie(c)
  if (token !== undefined) requireOwnOrigin(c)
  return token
}
