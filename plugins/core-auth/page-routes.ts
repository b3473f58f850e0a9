import { defineRoute } from 'lintel'
import { htmlPage, isPageRequest, ownPath, PASSWORD_LENGTH, requireOwnOrigin } from 'lintel/kit'
import * as z from 'zod'
import { refreshCookie } from './cookies.ts'
import { answerForm } from './form-answer.ts'
import { requireOpen } from './registration.ts'
import { showCodePage } from './show-code-page.ts'
import { showPage } from './show-page.ts'
import { signInWithCode, signInWithPassword, signOut } from './sign-in.ts'
import { waysIn } from './ways-in.ts'

const redirect = z.string().max(2048).optional()

export const showLogin = defineRoute({
  method: 'GET',
  path: '/auth/login',
  access: 'public',
  summary: 'The page where people sign in',
  input: { query: z.looseObject({ redirect, registered: z.string().optional() }) },
  handler: async (c, { query }) => {
    const ways = await waysIn(c)
    const isNew = query.registered !== undefined
    return showPage(c, (pages) => pages.loginPage({ redirect: query.redirect, isNew, ...ways }))
  },
})

export const submitLogin = defineRoute({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in by a form; leads to `redirect`, a path of this site',
  input: {
    form: z.strictObject({ email: z.string().max(320), password: z.string().max(PASSWORD_LENGTH.max), redirect }),
  },
  responses: { 200: htmlPage.meta({ description: 'Asks for the code of the second factor.' }), 302: null },
  problems: ['csrf_failed', 'invalid_credentials', 'account_inactive', 'email_unverified', 'rate_limited'],
  handler: async (c, { form }) => {
    const ways = await waysIn(c)
    return answerForm(
      c,
      (pages, problem) => pages.loginPage({ redirect: form.redirect, email: form.email, problem, ...ways }),
      async () => {
        const outcome = await signInWithPassword(c, form.email, form.password)
        if ('challenge' in outcome) return showCodePage(c, outcome, form.redirect)
        return c.redirect(ownPath(c, form.redirect, homeOf(outcome.user.role)), 302)
      },
    )
  },
})

export const submitCode = defineRoute({
  method: 'POST',
  path: '/auth/otp',
  access: 'public',
  summary: 'End a sign-in by a form with the code that was sent',
  input: { form: z.strictObject({ challengeToken: z.string().max(512), code: z.string().trim().max(20), redirect }) },
  responses: { 302: null },
  problems: ['csrf_failed', 'invalid_credentials', 'account_inactive', 'rate_limited'],
  handler: (c, { form }) =>
    answerForm(
      c,
      (pages, problem) => pages.codePage({ challengeToken: form.challengeToken, redirect: form.redirect, problem }),
      async () => {
        const { user } = await signInWithCode(c, form.challengeToken, form.code)
        return c.redirect(ownPath(c, form.redirect, homeOf(user.role)), 302)
      },
    ),
})

export const showRegister = defineRoute({
  method: 'GET',
  path: '/auth/register',
  access: 'public',
  summary: 'The page where people register',
  problems: ['forbidden', 'not_configured'],
  handler: async (c) => {
    await requireOpen(c)
    return showPage(c, (pages) => pages.registerPage({}))
  },
})

export const showForgot = defineRoute({
  method: 'GET',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'The page that sends a link to set a new password',
  handler: (c) => showPage(c, (pages) => pages.forgotPage()),
})

export const showReset = defineRoute({
  method: 'GET',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'The page behind that link; opening it does not use the link up',
  input: {
    query: z.looseObject({
      token: z.string().max(512).default(''),
      why: z.literal('invited').optional().catch(undefined),
    }),
  },
  handler: (c, { query }) => showPage(c, (pages) => pages.resetPage({ token: query.token, why: query.why })),
})

/** A link of another site, and a browser that looks ahead, sign nobody out. */
export const logoutByLink = defineRoute({
  method: 'GET',
  path: '/auth/logout',
  access: 'public',
  summary: 'Sign out, and go to the page to sign in',
  responses: {
    200: htmlPage.meta({ description: 'Asks whether to sign out, where the link stands elsewhere.' }),
    302: null,
  },
  handler: async (c) => {
    const site = c.req.header('sec-fetch-site')
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (isForeign || c.req.method === 'HEAD' || c.req.header('sec-purpose') !== undefined)
      return showPage(c, (pages) => pages.logoutPage())
    await signOut(c, refreshCookie(c))
    return c.redirect('/auth/login', 302)
  },
})

export const submitLogout = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  summary: 'Sign out; a browser is led to the page to sign in',
  responses: { 204: null, 302: null },
  problems: ['csrf_failed'],
  handler: async (c) => {
    const token = refreshCookie(c)
    if (token !== undefined) requireOwnOrigin(c)
    await signOut(c, token)
    return isPageRequest(c) ? c.redirect('/auth/login', 302) : c.body(null, 204)
  },
})

/** Where somebody goes who asked for no page in particular. */
function homeOf(role: string): string {
  return role === 'admin' || role === 'editor' ? '/admin/' : '/'
}
