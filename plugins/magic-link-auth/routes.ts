import { defineRoute } from 'lintel'
import { HttpError, isPageRequest, message, ownPath, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { showCodePage, userObject } from '../core-auth/service.ts'
import { looksAhead } from './looks-ahead.ts'
import { LINK_SENT, requestLink } from './request-link.ts'
import { verifyLink } from './verify-link.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./pages.tsx')

const email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, message('An email address is required.'))
const redirect = z.string().max(2048).optional()
const request = z.strictObject({ email, redirect })

export const showRequest = defineRoute({
  method: 'GET',
  path: '/auth/magic-link/request',
  access: 'public',
  summary: 'The page where people ask for a link that signs them in',
  input: { query: z.looseObject({ redirect }) },
  handler: async (c, { query }) => (await pages()).showAskPage(uncached(c), { redirect: query.redirect }),
})

export const submitRequest = defineRoute({
  method: 'POST',
  path: '/auth/magic-link/request',
  access: 'public',
  summary: 'Send a link that signs in, if there is an account; the answer is the same if there is none',
  // What people type into a form is judged below, where the form can be shown again.
  input: { json: request, form: z.strictObject({ email: z.string().trim().max(2000), redirect }) },
  responses: { 200: z.strictObject({ message: z.string() }) },
  problems: ['csrf_failed', 'rate_limited', 'plugin_inactive'],
  handler: async (c, { json, form }) => {
    const asked = json ?? form
    try {
      if (!email.safeParse(asked.email).success) throw noAddress()
      await requestLink(uncached(c), asked.email, asked.redirect)
    } catch (error) {
      if (!(error instanceof HttpError) || !isPageRequest(c)) throw error
      if (error.status !== 404 && error.status !== 422 && error.status !== 429) throw error
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      return (await pages()).showAskPage(c, { ...asked, error: error.detail ?? t(error.title) }, error.status)
    }
    return isPageRequest(c) ? (await pages()).showSentPage(c) : c.json({ message: t(LINK_SENT) })
  },
})

const signedIn = z.looseObject({ token: z.string(), refreshToken: z.string(), expiresIn: z.int() })
const challenge = z.strictObject({ challenge: z.literal('otp'), challengeToken: z.string() })

export const verify = defineRoute({
  method: 'GET',
  path: '/auth/magic-link/verify',
  access: 'public',
  summary: 'Sign in by a link that was sent; a browser is led to `redirect`, a path of this site, or to the admin',
  // Loose: mail programs and filters add parameters of their own.
  input: { query: z.looseObject({ token: z.string().default(''), redirect: z.string().optional() }) },
  responses: { 200: z.union([signedIn, challenge]), 302: null },
  problems: ['magic_link_invalid', 'rate_limited', 'not_configured'],
  handler: async (c, { query }) => {
    uncached(c)
    if (looksAhead(c)) return isPageRequest(c) ? (await pages()).showContinuePage(c, query) : c.body(null, 200)
    try {
      const outcome = await verifyLink(c, query.token)
      if (!isPageRequest(c)) return c.json('user' in outcome ? { ...outcome, user: userObject(outcome.user) } : outcome)
      if ('challenge' in outcome) return await showCodePage(c, outcome, query.redirect)
      return c.redirect(ownPath(c, query.redirect, '/admin/'), 302)
    } catch (error) {
      if (!(error instanceof HttpError) || !isPageRequest(c)) throw error
      if (error.status !== 401 && error.status !== 429) throw error
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
      const said = { redirect: query.redirect, error: error.detail ?? t(error.title) }
      return (await pages()).showRefusedPage(c, said, error.status)
    }
  },
})

function noAddress(): HttpError {
  const text = t('An email address is required.')
  return new HttpError('validation_failed', text, {
    errors: [{ path: 'email', code: 'invalid', message: text }],
  })
}

/** Answers here are one person's: no cache keeps them. */
function uncached(c: RequestContext): RequestContext {
  c.header('Cache-Control', 'no-store')
  return c
}
