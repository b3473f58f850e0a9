import * as z from 'zod'
import type { ErrorCode } from '../../../config/errors.ts'
import { defineRoute, type Route } from '../../../config/route.ts'
import {
  type ApiAnswer,
  callApi,
  HttpError,
  htmlPage,
  isPageRequest,
  message,
  type RequestContext,
  refusalIn,
  t,
} from '../../../runtime/kit.ts'
import { changeUser } from '../users/change-user.ts'
import { parseForm, type Typed, typed, userChanges } from '../users/user-input.ts'
import type { ProfileNews } from './profile-page.tsx'

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
  handler: (c, { query: { done = null, ...pages } }) => showProfile(c, { done, pages }),
})

export const submitNames = defineRoute({
  method: 'POST',
  path: '/admin/profile',
  access: ['editor'],
  summary: 'Change your own names',
  input: { form: typed },
  responses: { 303: null },
  problems: ['conflict'],
  handler: async (c, { form }) => {
    const { username = '', firstName = '', lastName = '' } = form
    try {
      await changeUser(c, c.get('user')?.id ?? '', parseForm(userChanges, { username, firstName, lastName }))
    } catch (error) {
      if (!(error instanceof HttpError) || !isPageRequest(c)) throw error
      if (error.status !== 409 && error.status !== 422) throw error
      return showProfile(c, { problem: { section: 'names', message: messageOf(error), values: form } }, error.status)
    }
    return c.redirect('/admin/profile?done=names', 303)
  },
})

export const submitPassword = formRoute(
  'password',
  '/admin/profile/password',
  'Change your password',
  ['invalid_credentials', 'rate_limited'],
  (c, form) => {
    const { currentPassword = '', password = '', apiTokens } = form
    const chosen = apiTokens === undefined ? {} : { apiTokens }
    return callApi(c, '/api/auth/password', { method: 'POST', json: { currentPassword, password, ...chosen } })
  },
)

export const submitSecondFactor = formRoute(
  'factor',
  '/admin/profile/second-factor',
  'Turn your second factor on or off',
  ['invalid_credentials', 'rate_limited', 'not_configured'],
  (c, { enabled, password = '' }) =>
    callApi(c, '/api/auth/second-factor', { method: 'POST', json: { enabled: enabled === 'true', password } }),
)

export const submitEndSession = formRoute(
  'sessions',
  '/admin/profile/sessions/:id/end',
  'End one of your sessions',
  ['not_found'],
  (c) => callApi(c, `/api/auth/sessions/${encodeURIComponent(c.req.param('id') ?? '')}`, { method: 'DELETE' }),
)

export const submitToken = formRoute(
  'tokens',
  '/admin/profile/tokens',
  'Make an API token',
  ['invalid_credentials', 'rate_limited'],
  (c, form) => {
    const { name = '', scopes = '', expiresAt = '', password = '' } = form
    const json = {
      name,
      scopes: scopes.split(/[\s,]+/).filter((scope) => scope !== ''),
      ...(expiresAt === '' ? {} : { expiresAt: `${expiresAt}T00:00:00Z` }),
      ...(password === '' ? {} : { password }),
    }
    return callApi(c, '/admin/auth/tokens', { method: 'POST', json })
  },
)

export const submitRevokeToken = formRoute(
  'tokens',
  '/admin/profile/tokens/:id/revoke',
  'Revoke one of your API tokens',
  ['not_found'],
  (c) => callApi(c, `/admin/auth/tokens/${encodeURIComponent(c.req.param('id') ?? '')}`, { method: 'DELETE' }),
)

type Section = NonNullable<ProfileNews['done']>

/** A form of the page that the service's own API answers, which also writes the line of the audit log. */
function formRoute(
  section: Section,
  path: Route['path'],
  summary: string,
  problems: readonly ErrorCode[],
  ask: (c: RequestContext, form: Typed) => Promise<ApiAnswer>,
): Route {
  return defineRoute({
    method: 'POST',
    path,
    access: ['editor'],
    summary,
    audit: false,
    input: { form: typed },
    responses: { ...(section === 'tokens' ? { 200: htmlPage } : {}), 303: null },
    problems,
    handler: async (c, { form }) => {
      const answer = await ask(c, form)
      if (!answer.ok) {
        if (!isPageRequest(c)) throw refusalIn(answer)
        const problem = { section, message: messageOf(answer.body), values: form }
        return showProfile(c, { problem }, shownStatus(answer.status))
      }
      const token: unknown = answer.body?.data?.token
      if (typeof token === 'string') return showProfile(c, { token })
      return c.redirect(`/admin/profile?done=${section}`, 303)
    },
  })
}

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 503] as const

function shownStatus(status: number): (typeof STATUSES)[number] {
  return STATUSES.find((shown) => shown === status) ?? 503
}

async function showProfile(
  c: RequestContext,
  news: ProfileNews,
  status: 200 | (typeof STATUSES)[number] = 200,
): Promise<Response> {
  const { profilePage } = await import('./profile-page.tsx')
  c.header('Cache-Control', 'no-store')
  return c.render(await profilePage(c, news), { title: t('Your profile'), status })
}

interface Problem {
  readonly title: string
  readonly detail?: string | undefined
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined
}

/** What the forms call the values that may be refused. */
const LABELS: Readonly<Record<string, string>> = {
  apiTokens: message('API tokens'),
  currentPassword: message('Current password'),
  expiresAt: message('Ends on'),
  firstName: message('First name'),
  lastName: message('Last name'),
  name: message('Name'),
  password: message('Password'),
  scopes: message('Permissions'),
  username: message('Username'),
}

/** What went wrong, in one line. */
function messageOf({ title, detail, errors = [] }: Problem): string {
  if (errors.length === 0) return detail ?? t(title)
  return errors.map(({ path, message: why }) => `${t(LABELS[path.split('.')[0] ?? ''] ?? path)}: ${why}`).join(' ')
}
