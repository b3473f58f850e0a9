import { defineRoute } from 'lintel'
import { message, PASSWORD_LENGTH, t } from 'lintel/kit'
import * as z from 'zod'
import { sendVerificationAgain, verifyEmail } from './email-verification.ts'
import { showForgot, showLogin, showReset } from './page-routes.ts'
import { changePassword, LINK_SENT, requestReset, resetPassword } from './password-reset.ts'
import { REGISTERED, register } from './registration.ts'

const response = z.strictObject({ message: z.string() })
const verifiedResponse = response.extend({
  passwordToken: z.string().optional().meta({
    description:
      'Token that sets a new password at `/auth/reset-password` within an hour; present only if the previous password no longer works.',
  }),
})
const email = z.string().min(1).max(320)
const password = z
  .string()
  .min(1)
  .max(2 * PASSWORD_LENGTH.max)
const token = z.string().min(1).max(512)
/** Schema of a text field that may be missing, or empty in a form. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === '' ? undefined : text))
    .optional()

const mailPage = async () => (await import('./pages/outcome.tsx')).mailPage

export const submitRegister = defineRoute({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary: 'Register an account with the role viewer',
  input: {
    body: z.strictObject({
      email,
      password,
      username: optional(64),
      firstName: optional(100),
      lastName: optional(100),
    }),
  },
  returns: response,
  status: 201,
  problems: ['forbidden', 'csrf_failed', 'rate_limited', 'not_configured'],
  act: async (c, { body }) => {
    await register(c, body)
    return { message: t(REGISTERED) }
  },
  to: '/auth/login?registered',
  toStatus: 302,
  again: () => import('./pages/register.tsx'),
})

const CONFIRMED = message('Your email address is confirmed.')
const CLAIMED = message('Your email address is confirmed. Set a new password: the previous one no longer works.')

export const openVerification = defineRoute({
  method: 'GET',
  path: '/auth/verify-email',
  access: 'public',
  summary:
    'Confirm an email address with the token of the link. Earlier credentials of the account stop working, unless the caller is signed in to it, or registered it in this browser',
  input: { query: z.looseObject({ token }) },
  returns: verifiedResponse,
  problems: ['invalid_token', 'rate_limited', 'conflict'],
  act: async (c, { query }) => {
    const { passwordToken } = await verifyEmail(c, query.token)
    return passwordToken === null ? { message: t(CONFIRMED) } : { message: t(CLAIMED), passwordToken }
  },
  page: () => import('./pages/verification.tsx'),
  again: async () => (await import('./pages/verification.tsx')).refusedPage,
  ahead: async () => (await import('./pages/verification.tsx')).aheadPage,
})

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'public',
  summary: 'Send the verification link for an email address again',
  input: { body: z.strictObject({ email }) },
  returns: response,
  problems: ['csrf_failed', 'rate_limited', 'not_configured'],
  act: async (c, { body }) => {
    await sendVerificationAgain(c, body.email)
    return { message: t(LINK_SENT) }
  },
  page: mailPage,
  again: showLogin,
})

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'Send a link for setting a new password',
  input: { body: z.strictObject({ email }) },
  returns: response,
  problems: ['csrf_failed', 'rate_limited', 'not_configured'],
  act: async (c, { body }) => {
    await requestReset(c, body.email)
    return { message: t(LINK_SENT) }
  },
  page: mailPage,
  again: showForgot,
})

const reset = z.strictObject({ token, password })
/** Form of the page: like `reset`, with `why`, which selects the words of the page if it is shown again. */
const resetForm = reset
  .extend({ why: z.literal('confirmed').optional().catch(undefined) })
  .transform(({ why: _, ...fields }) => fields)

export const submitReset = defineRoute({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the token of the link; ends every session and API token',
  input: { body: reset, form: resetForm },
  returns: response,
  problems: ['csrf_failed', 'invalid_token', 'rate_limited', 'conflict'],
  act: async (c, { body }) => {
    await resetPassword(c, body.token, body.password)
    return { message: t('The new password is set. Sign in with it.') }
  },
  page: async () => (await import('./pages/outcome.tsx')).donePage,
  again: showReset,
})

export const submitPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/password',
  access: 'authenticated',
  summary: 'Change your password; ends all your other sessions and, with `apiTokens=end`, your API tokens',
  input: {
    json: z.strictObject({
      currentPassword: password,
      password,
      apiTokens: z.enum(['keep', 'end']).default('keep').meta({ description: 'Whether your API tokens keep working.' }),
    }),
  },
  returns: null,
  problems: ['invalid_credentials', 'rate_limited', 'conflict'],
  act: (c, { json: { currentPassword: current, password, apiTokens } }) =>
    changePassword(c, { current, password, keepsTokens: apiTokens === 'keep' }),
})
