import { defineRoute } from 'lintel'
import { htmlPage, ownPath } from 'lintel/kit'
import * as z from 'zod'
import { homeOf, redirect, showLogin } from '../page-routes.ts'

export const beginOidc = defineRoute({
  method: 'GET',
  path: '/auth/oidc/:provider',
  access: 'public',
  audit: false,
  summary: 'Go to a provider to sign in, and then to `redirect`, a path of this site',
  input: { query: z.looseObject({ redirect }) },
  problems: ['not_found', 'provider_unavailable'],
  act: async (c, { params, query }) => {
    const { beginSignIn } = await import('./sign-in.ts')
    return { address: await beginSignIn(c, params.provider, query.redirect) }
  },
  to: ({ address }) => address,
  toStatus: 302,
  again: showLogin,
})

export const completeOidc = defineRoute({
  method: 'GET',
  path: '/auth/oidc/:provider/callback',
  access: 'public',
  summary: 'Return from a provider, signed in',
  // Providers add parameters of their own.
  input: { query: z.looseObject({ state: z.string().min(1).max(8192) }) },
  responses: { 200: htmlPage.meta({ description: 'Asks for the code of the second factor.' }), 302: null },
  problems: [
    'not_found',
    'invalid_token',
    'invalid_credentials',
    'forbidden',
    'account_inactive',
    'email_unverified',
    'conflict',
    'rate_limited',
    'provider_unavailable',
    'not_configured',
  ],
  act: async (c, { params, query }) => {
    const { completeSignIn } = await import('./sign-in.ts')
    return completeSignIn(c, params.provider, query.state)
  },
  to: (outcome, _, c) => ('challenge' in outcome ? null : ownPath(c, outcome.redirect, homeOf(c, outcome.user.role))),
  toStatus: 302,
  page: async () => (await import('../pages/code.tsx')).broughtPage,
  again: showLogin,
})
