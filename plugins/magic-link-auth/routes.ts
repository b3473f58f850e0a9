import { defineRoute } from 'lintel'
import { message, ownPath, t } from 'lintel/kit'
import * as z from 'zod'
import { codePage, outcome, outcomeObject } from '../core-auth/service.ts'
import { LINK_SENT, requestLink } from './request-link.ts'
import { verifyLink } from './verify-link.ts'

const email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, message('An email address is required.'))
const redirect = z.string().max(2048).optional()

export const showRequest = defineRoute({
  method: 'GET',
  path: '/auth/magic-link/request',
  access: 'public',
  summary: 'The page where people ask for a link that signs them in',
  input: { query: z.looseObject({ redirect }) },
  page: () => import('./pages.tsx'),
})

export const submitRequest = defineRoute({
  method: 'POST',
  path: '/auth/magic-link/request',
  access: 'public',
  summary: 'Send a link that signs in, if there is an account; the response is the same if there is none',
  input: { body: z.strictObject({ email, redirect }) },
  returns: z.strictObject({ message: z.string() }),
  problems: ['csrf_failed', 'rate_limited', 'plugin_inactive'],
  act: async (c, { body }) => {
    await requestLink(c, body.email, body.redirect)
    return { message: t(LINK_SENT) }
  },
  page: async () => (await import('./pages.tsx')).sentPage,
  again: showRequest,
})

export const verify = defineRoute({
  method: 'GET',
  path: '/auth/magic-link/verify',
  access: 'public',
  summary:
    'Sign in with a link that was sent; a browser is redirected to `redirect`, a path of this site, or to the admin',
  // Unknown parameters are allowed, since mail programs and filters add their own.
  input: { query: z.looseObject({ token: z.string().default(''), redirect: z.string().optional() }) },
  returns: outcome,
  problems: ['magic_link_invalid', 'rate_limited', 'not_configured', 'conflict'],
  act: async (c, { query }) => outcomeObject(await verifyLink(c, query.token)),
  to: (result, { query }, c) => ('challenge' in result ? null : ownPath(c, query.redirect, '/admin/')),
  toStatus: 302,
  page: codePage,
  again: async () => (await import('./pages.tsx')).refusedPage,
  ahead: async () => (await import('./pages.tsx')).aheadPage,
})
