import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { type ApiCall, callApi, type RequestContext, refusalIn } from '../../../runtime/kit.ts'
import { EDITORIAL } from '../editorial.ts'
import { changeUser } from '../users/change-user.ts'
import { userChanges } from '../users/user-input.ts'
import { adminUser } from '../users/user-object.ts'
import { madeToken } from './made-token.ts'

const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)

export const profile = defineRoute({
  method: 'GET',
  path: '/admin/profile',
  access: EDITORIAL,
  summary: 'The page about your own account',
  input: {
    query: z.strictObject({
      done: z
        .enum([
          'names',
          'password',
          'passkey',
          'passkey-renamed',
          'passkey-removed',
          'factor',
          'sessions',
          'others',
          'tokens',
        ])
        .optional(),
      sessions: pageNumber.meta({ description: 'Page number in the list of sessions.' }),
      tokens: pageNumber.meta({ description: 'Page number in the list of API tokens.' }),
    }),
  },
  page: () => import('./profile-page.tsx'),
})

const { username, firstName, lastName } = userChanges.shape

export const submitNames = defineRoute({
  method: 'POST',
  path: '/admin/profile',
  access: EDITORIAL,
  summary: 'Change your own names',
  input: { body: z.object({ username: username.unwrap(), firstName, lastName }) },
  returns: z.strictObject({ data: adminUser }),
  problems: ['conflict'],
  act: async (c, { body }) => ({ data: await changeUser(c, String(c.get('user')?.id), body) }),
  to: '/admin/profile?done=names',
  again: profile,
})

/**
 * Properties that the profile's form routes share. The routes call the service's own API, which writes to the audit
 * log.
 */
const row = { method: 'POST', access: EDITORIAL, audit: false, again: profile } as const

/**
 * Route for the address of a form. The browser is at that address after a rejected form; reloading redirects to the
 * profile.
 */
export const formAddress = defineRoute({
  method: 'GET',
  path: '/admin/profile/*',
  access: EDITORIAL,
  summary: 'Redirect to your profile from the address of one of its forms',
  to: '/admin/profile',
  toStatus: 302,
})

/** Schema of the current password, which the user enters again to confirm a change. */
const passwordAgain = z.string().optional().meta({ description: 'Required if you signed in too long ago.' })

const PASSWORD = ['invalid_credentials', 'rate_limited'] as const

export const submitPassword = defineRoute({
  ...row,
  path: '/admin/profile/password',
  summary: 'Change your password',
  input: {
    body: z.object({ currentPassword: z.string(), password: z.string(), apiTokens: z.string().optional() }),
  },
  returns: null,
  problems: PASSWORD,
  act: (c, { body }) => ask(c, '/api/auth/password', { method: 'POST', json: body }),
  to: '/admin/profile?done=password',
})

export const submitSecondFactor = defineRoute({
  ...row,
  path: '/admin/profile/second-factor',
  summary: 'Turn your second factor on or off',
  input: { body: z.object({ enabled: z.boolean(), password: passwordAgain }) },
  returns: null,
  problems: [...PASSWORD, 'conflict', 'not_configured'],
  act: (c, { body }) => ask(c, '/api/auth/second-factor', { method: 'POST', json: body }),
  to: '/admin/profile?done=factor',
})

export const submitRemovePasskey = defineRoute({
  ...row,
  path: '/admin/profile/passkeys/:id/remove',
  summary: 'Remove one of your passkeys',
  input: { body: z.object({ password: passwordAgain }) },
  returns: null,
  problems: [...PASSWORD, 'not_found'],
  act: (c, { params, body: json }) =>
    ask(c, `/api/auth/passkeys/${encodeURIComponent(params.id)}`, { method: 'DELETE', json }),
  to: '/admin/profile?done=passkey-removed',
})

export const submitPasskeyName = defineRoute({
  ...row,
  path: '/admin/profile/passkeys/:id',
  summary: 'Rename one of your passkeys',
  input: { body: z.object({ name: z.string() }) },
  returns: null,
  problems: ['not_found'],
  act: (c, { params, body: json }) =>
    ask(c, `/api/auth/passkeys/${encodeURIComponent(params.id)}`, { method: 'PATCH', json }),
  to: '/admin/profile?done=passkey-renamed',
})

export const submitAuthenticator = defineRoute({
  ...row,
  path: '/admin/profile/second-factor/app',
  summary: 'Start setting up an authenticator app',
  input: { body: z.object({ password: passwordAgain }) },
  returns: z.strictObject({ data: z.looseObject({ uri: z.string(), setup: z.string() }) }),
  problems: PASSWORD,
  act: async (c, { body }) => ({
    data: await ask(c, '/api/auth/second-factor/app', { method: 'POST', json: body }),
  }),
  page: () => import('./authenticator-page.tsx'),
})

const madeCodes = z.strictObject({ data: z.strictObject({ recoveryCodes: z.array(z.string()) }) })

export const submitAuthenticatorCode = defineRoute({
  ...row,
  path: '/admin/profile/second-factor/app/confirm',
  summary: 'Turn the authenticator app on with its first code; only the response shows the recovery codes',
  input: { body: z.object({ setup: z.string(), code: z.string(), uri: z.string().max(1000).optional() }) },
  returns: madeCodes,
  problems: ['invalid_token', 'rate_limited'],
  act: async (c, { body: { setup, code } }) => ({
    data: await ask(c, '/api/auth/second-factor/app/confirm', { method: 'POST', json: { setup, code } }),
  }),
  page: () => import('./recovery-codes-page.tsx'),
  again: () => import('./authenticator-page.tsx'),
})

export const submitRecoveryCodes = defineRoute({
  ...row,
  path: '/admin/profile/second-factor/recovery-codes',
  summary: 'Create new recovery codes; only the response shows them',
  input: { body: z.object({ password: passwordAgain }) },
  returns: madeCodes,
  problems: [...PASSWORD, 'conflict'],
  act: async (c, { body }) => ({
    data: await ask(c, '/api/auth/second-factor/recovery-codes', { method: 'POST', json: body }),
  }),
  page: () => import('./recovery-codes-page.tsx'),
})

export const submitEndOtherSessions = defineRoute({
  ...row,
  path: '/admin/profile/sessions/end-others',
  summary: 'End all your sessions but this one',
  returns: null,
  act: (c) => ask(c, '/api/auth/sessions', { method: 'DELETE' }),
  to: '/admin/profile?done=others',
})

export const submitEndSession = defineRoute({
  ...row,
  path: '/admin/profile/sessions/:id/end',
  summary: 'End one of your sessions',
  returns: null,
  problems: ['not_found'],
  act: (c, { params }) => ask(c, `/api/auth/sessions/${encodeURIComponent(params.id)}`, { method: 'DELETE' }),
  to: '/admin/profile?done=sessions',
})

const newToken = z.object({
  name: z.string(),
  scopes: z.array(z.string()).default([]),
  expiresAt: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'Day on which the token expires, in UTC. Default: never.' }),
  password: passwordAgain,
})

export const submitToken = defineRoute({
  ...row,
  path: '/admin/profile/tokens',
  summary: 'Create an API token; only the response shows it',
  input: { body: newToken },
  returns: z.strictObject({ data: madeToken }),
  status: 201,
  problems: PASSWORD,
  act: async (c, { body: { expiresAt, ...rest } }) => {
    const json = { ...rest, ...(expiresAt && { expiresAt: `${expiresAt}T00:00:00Z` }) }
    return { data: (await ask(c, '/admin/auth/tokens', { method: 'POST', json })).data }
  },
  page: () => import('./profile-page.tsx'),
})

export const submitRevokeToken = defineRoute({
  ...row,
  path: '/admin/profile/tokens/:id/revoke',
  summary: 'Revoke one of your API tokens',
  returns: null,
  problems: ['not_found'],
  act: (c, { params }) => ask(c, `/admin/auth/tokens/${encodeURIComponent(params.id)}`, { method: 'DELETE' }),
  to: '/admin/profile?done=tokens',
})

/**
 * Calls the API and returns the response's body.
 * @throws HttpError like the API
 */
async function ask(c: RequestContext, path: string, call: ApiCall) {
  const response = await callApi(c, path, call)
  if (!response.ok) throw refusalIn(response)
  return response.body
}
