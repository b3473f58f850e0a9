import { defineRoute, type RequestContext } from 'lintel'
import { htmlPage, manifestOf, ownPath, PASSWORD_LENGTH, requireOwnOrigin } from 'lintel/kit'
import * as z from 'zod'
import { refreshCookie } from './cookies.ts'
import { requireOpen } from './registration.ts'
import { signInWithCode, signInWithPassword, signOut } from './sign-in.ts'

/** Address to go to after signing in; only a path of this site is followed (`ownPath`). */
export const redirect = z.string().max(2048).optional()

export const showLogin = defineRoute({
  method: 'GET',
  path: '/auth/login',
  access: 'public',
  summary: 'The page where people sign in',
  input: { query: z.looseObject({ redirect, registered: z.string().optional() }) },
  page: () => import('./pages/login.tsx'),
})

export const submitLogin = defineRoute({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in with a form, and go to `redirect`, a path of this site',
  input: {
    form: z.strictObject({ email: z.string().max(320), password: z.string().max(PASSWORD_LENGTH.max), redirect }),
  },
  responses: { 200: htmlPage.meta({ description: 'Asks for the code of the second factor.' }), 302: null },
  problems: ['csrf_failed', 'invalid_credentials', 'account_inactive', 'email_unverified', 'rate_limited', 'conflict'],
  act: (c, { form }) => signInWithPassword(c, form.email, form.password),
  to: (outcome, { form }, c) =>
    'challenge' in outcome ? null : ownPath(c, form.redirect, homeOf(c, outcome.user.role)),
  toStatus: 302,
  page: () => import('./pages/code.tsx'),
  again: showLogin,
})

export const signedIn = defineRoute({
  method: 'GET',
  path: '/auth/signed-in',
  access: 'authenticated',
  summary: 'The page after signing in in a second tab; the first tab continues by itself',
  page: () => import('./pages/signed-in.tsx'),
})

export const submitCode = defineRoute({
  method: 'POST',
  path: '/auth/otp',
  access: 'public',
  summary: 'Complete a sign-in with a form, with the code from the email or the authenticator app',
  input: {
    form: z.strictObject({
      challengeToken: z.string().max(512),
      code: z.string().trim().max(40),
      challenge: z.literal('totp').optional().catch(undefined),
      redirect,
    }),
  },
  problems: ['csrf_failed', 'invalid_credentials', 'account_inactive', 'rate_limited', 'conflict'],
  act: (c, { form }) => signInWithCode(c, form.challengeToken, form.code),
  to: ({ user }, { form }, c) => ownPath(c, form.redirect, homeOf(c, user.role)),
  toStatus: 302,
  again: () => import('./pages/code.tsx'),
})

/**
 * Redirects the address that remains in the browser after a wrong code, so that reloading the page starts the sign-in
 * again.
 */
export const codeAddress = defineRoute({
  method: 'GET',
  path: '/auth/otp',
  access: 'public',
  summary: 'Redirect to the sign-in page from the address of the form for a code',
  to: '/auth/login',
  toStatus: 302,
})

export const showRegister = defineRoute({
  method: 'GET',
  path: '/auth/register',
  access: 'public',
  summary: 'The page where people register',
  problems: ['forbidden', 'not_configured'],
  load: (c) => requireOpen(c),
  page: () => import('./pages/register.tsx'),
})

export const showForgot = defineRoute({
  method: 'GET',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'The page that sends a link to set a new password',
  page: () => import('./pages/forgotten.tsx'),
})

export const showReset = defineRoute({
  method: 'GET',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'The page to which the link for setting a new password leads; opening it does not use up the link',
  input: {
    query: z.looseObject({ token: z.string().max(512).default('') }),
  },
  page: () => import('./pages/reset.tsx'),
})

export const logoutByLink = defineRoute({
  method: 'GET',
  path: '/auth/logout',
  access: 'public',
  summary: 'Sign out, and go to the sign-in page',
  responses: {
    200: htmlPage.meta({ description: 'Asks whether to sign out, if the link is on another site.' }),
    302: null,
  },
  act: async (c) => {
    const site = c.req.header('sec-fetch-site')
    const isOwn = site === undefined || site === 'same-origin' || site === 'none'
    if (isOwn) await signOut(c, refreshCookie(c))
    return { isSignedOut: isOwn }
  },
  to: ({ isSignedOut }) => (isSignedOut ? '/auth/login' : null),
  toStatus: 302,
  page: () => import('./pages/logout.tsx'),
  ahead: () => import('./pages/logout.tsx'),
})

export const submitLogout = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  summary: 'Sign out; a browser is redirected to the sign-in page',
  returns: null,
  problems: ['csrf_failed'],
  act: async (c) => {
    const token = refreshCookie(c)
    if (token !== undefined) requireOwnOrigin(c)
    await signOut(c, token)
  },
  to: '/auth/login',
  toStatus: 302,
})

/** Returns the address to go to for a person who did not ask for a particular page. */
export function homeOf(c: RequestContext, role: string): string {
  const translators = Object.keys(manifestOf(c).roleLocales ?? {})
  return ['admin', 'editor', ...translators].includes(role) ? '/admin/' : '/'
}
