import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { type ApiCall, callApi, type RequestContext, refusalIn } from '../../../runtime/kit.ts'
import { changeUser } from '../users/change-user.ts'
import { userChanges } from '../users/user-input.ts'
import { adminUser } from '../users/user-object.ts'
import { madeToken } from './made-token.ts'

const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)

export const profile = defineRoute({
  method: 'GET',
  path: '/admin/profile',
  access: ['editor'],
  summary: 'The page about your own account',
  input: {
    query: z.strictObject({
      done: z.enum(['names', 'password', 'factor', 'sessions', 'tokens']).optional(),
      sessions: pageNumber.meta({ description: 'Page of the sessions.' }),
      tokens: pageNumber.meta({ description: 'Page of the API tokens.' }),
    }),
  },
  page: () => import('./profile-page.tsx'),
})

const { username, firstName, lastName } = userChanges.shape

export const submitNames = defineRoute({
  method: 'POST',
  path: '/admin/profile',
  access: ['editor'],
  summary: 'Change your own names',
  input: { body: z.object({ username: username.unwrap(), firstName, lastName }) },
  returns: z.strictObject({ data: adminUser }),
  problems: ['conflict'],
  act: async (c, { body }) => ({ data: await changeUser(c, String(c.get('user')?.id), body) }),
  to: '/admin/profile?done=names',
  again: profile,
})

/** Common part of the forms whose work the service's own API does, which also writes the line of the audit log. */
const row = { method: 'POST', access: ['editor'], audit: false, again: profile } as const

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
  input: { body: z.object({ enabled: z.boolean(), password: z.string() }) },
  returns: null,
  problems: [...PASSWORD, 'not_configured'],
  act: (c, { body }) => ask(c, '/api/auth/second-factor', { method: 'POST', json: body }),
  to: '/admin/profile?done=factor',
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
  expiresAt: z.string().max(40).optional().meta({ description: 'A day, in UTC. Default: never.' }),
  password: z.string().optional().meta({ description: 'Where signing in is too long ago.' }),
})

export const submitToken = defineRoute({
  ...row,
  path: '/admin/profile/tokens',
  summary: 'Make an API token; the answer is the only place that shows it',
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

/** The body of the API's answer. @throws HttpError as the API */
async function ask(c: RequestContext, path: string, call: ApiCall) {
  const response = await callApi(c, path, call)
  if (!response.ok) throw refusalIn(response)
  return response.body
}
