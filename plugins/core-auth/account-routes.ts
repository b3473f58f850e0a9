import { defineRoute } from 'lintel'
import { HttpError, isPageRequest, message, PASSWORD_LENGTH, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { sendVerificationAgain, verifyEmail } from './email-verification.ts'
import { answerForm } from './form-answer.ts'
import { changePassword, LINK_SENT, requestReset, resetPassword } from './password-reset.ts'
import { REGISTERED, register } from './registration.ts'
import { user } from './responses.ts'
import { setSecondFactor } from './second-factor.ts'
import { showPage } from './show-page.ts'
import { userObject } from './users.ts'
import { waysIn } from './ways-in.ts'

const answer = z.strictObject({ message: z.string() })
const verifiedAnswer = answer.extend({
  passwordToken: z
    .string()
    .optional()
    .meta({ description: 'Sets a password at `/auth/reset-password`, where the former one was ended; for an hour.' }),
})
const email = z.string().min(1).max(320)
const password = z
  .string()
  .min(1)
  .max(2 * PASSWORD_LENGTH.max)
const token = z.string().min(1).max(512)
/** A text field that may be left out, and in a form left empty. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === '' ? undefined : text))
    .optional()

const registration = z.strictObject({
  email,
  password,
  username: optional(64),
  firstName: optional(100),
  lastName: optional(100),
})

export const submitRegister = defineRoute({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary: 'Register an account, as a viewer',
  input: { json: registration, form: registration },
  responses: { 201: answer, 302: null },
  problems: ['forbidden', 'csrf_failed', 'rate_limited', 'not_configured'],
  handler: async (c, { json, form }) => {
    if (json) {
      await register(c, json)
      return c.json({ message: t(REGISTERED) }, 201)
    }
    return answerForm(
      c,
      (pages, problem) => pages.registerPage({ values: form, problem }),
      async () => {
        await register(c, form)
        return c.redirect('/auth/login?registered', 302)
      },
    )
  },
})

const CONFIRMED = message('Your email address is confirmed.')
const CLAIMED = message('Your email address is confirmed. Set a new password: the previous one no longer works.')

/** Mail programs look ahead by HEAD, browsers by prefetching: neither uses the link up. */
export const openVerification = defineRoute({
  method: 'GET',
  path: '/auth/verify-email',
  access: 'public',
  summary:
    'Confirm an email address by the link that was sent there. Unless it is opened signed in, or in the browser that registered, what opened the account before is ended',
  input: { query: z.looseObject({ token }) },
  responses: { 200: verifiedAnswer },
  problems: ['invalid_token', 'rate_limited'],
  handler: async (c, { query }) => {
    c.header('Cache-Control', 'no-store')
    if (c.req.method === 'HEAD' || c.req.header('sec-purpose') !== undefined) return c.body(null, 200)
    return isPageRequest(c) ? showVerified(c, query.token) : c.json(await verified(c, query.token))
  },
})

async function verified(c: RequestContext, link: string): Promise<z.output<typeof verifiedAnswer>> {
  const { passwordToken } = await verifyEmail(c, link)
  return passwordToken === null ? { message: t(CONFIRMED) } : { message: t(CLAIMED), passwordToken }
}

/** A link that does not work is no dead end: the page to sign in, where this leads, sends another. */
async function showVerified(c: RequestContext, link: string): Promise<Response> {
  try {
    const { passwordToken: token } = await verifyEmail(c, link)
    return await showPage(c, (pages) =>
      token === null ? pages.notePage(message('Thank you'), CONFIRMED) : pages.resetPage({ token, why: 'confirmed' }),
    )
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'invalid_token') throw error
    return showPage(
      c,
      (pages) => pages.notePage(message('This link does not work'), t(error.detail ?? error.title)),
      401,
    )
  }
}

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'public',
  summary: 'Send the link that verifies an address again',
  input: { json: z.strictObject({ email }), form: z.strictObject({ email }) },
  responses: { 200: answer },
  problems: ['csrf_failed', 'rate_limited', 'not_configured'],
  handler: async (c, { json, form }) => {
    if (json) {
      await sendVerificationAgain(c, json.email)
      return c.json({ message: t(LINK_SENT) })
    }
    const ways = await waysIn(c)
    return answerForm(
      c,
      (pages, problem) => pages.loginPage({ email: form.email, problem, ...ways }),
      async () => {
        await sendVerificationAgain(c, form.email)
        return showNote(c, LINK_SENT, (pages) => pages.mailPage(LINK_SENT))
      },
    )
  },
})

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'Send a link by which a new password is set',
  input: { json: z.strictObject({ email }), form: z.strictObject({ email }) },
  responses: { 200: answer },
  problems: ['csrf_failed', 'rate_limited', 'not_configured'],
  handler: async (c, { json, form }) => {
    if (json) {
      await requestReset(c, json.email)
      return c.json({ message: t(LINK_SENT) })
    }
    return answerForm(
      c,
      (pages, problem) => pages.forgotPage({ email: form.email, problem }),
      async () => {
        await requestReset(c, form.email)
        return showNote(c, LINK_SENT, (pages) => pages.mailPage(LINK_SENT))
      },
    )
  },
})

/** Tells what a form has done: a page to a browser, the words to everybody else. */
async function showNote(c: RequestContext, words: string, make: Parameters<typeof showPage>[1]): Promise<Response> {
  return isPageRequest(c) ? showPage(c, make) : c.json({ message: t(words) })
}

const reset = z.strictObject({ token, password })
/** The words of a page that is shown once more. */
const why = z.enum(['confirmed', 'invited']).optional().catch(undefined)

export const submitReset = defineRoute({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Set a new password by the link that was sent; every session and API token ends',
  input: { json: reset, form: reset.extend({ why }) },
  responses: { 200: answer },
  problems: ['csrf_failed', 'invalid_token', 'rate_limited'],
  handler: async (c, { json, form }) => {
    const done = message('The new password is set. Sign in with it.')
    if (json) {
      await resetPassword(c, json.token, json.password)
      return c.json({ message: t(done) })
    }
    return answerForm(
      c,
      (pages, problem) => pages.resetPage({ token: form.token, why: form.why, problem }),
      async () => {
        await resetPassword(c, form.token, form.password)
        return showNote(c, done, (pages) => pages.notePage(message('Done'), done))
      },
    )
  },
})

export const submitPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/password',
  access: 'authenticated',
  summary: "Change one's own password; all one's other sessions end, and API tokens where it says so",
  input: {
    json: z.strictObject({
      currentPassword: password,
      password,
      apiTokens: z
        .enum(['keep', 'end'])
        .default('keep')
        .meta({ description: 'Whether your API tokens go on working.' }),
    }),
  },
  responses: { 204: null },
  problems: ['invalid_credentials', 'rate_limited'],
  handler: async (c, { json }) => {
    const { currentPassword: current, password, apiTokens } = json
    await changePassword(c, { current, password, keepsTokens: apiTokens === 'keep' })
    return c.body(null, 204)
  },
})

export const secondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'authenticated',
  summary: 'Turn the second factor on or off: a code by email at each sign-in',
  input: { json: z.strictObject({ enabled: z.boolean(), password }) },
  responses: { 200: z.strictObject({ user }) },
  problems: ['invalid_credentials', 'rate_limited', 'not_configured'],
  handler: async (c, { json }) => c.json({ user: userObject(await setSecondFactor(c, json.enabled, json.password)) }),
})
