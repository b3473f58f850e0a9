import { beforeAll, describe, expect, test } from 'vitest'
import { routeTable } from '../../src/manifest/endpoints.ts'
import type { Access, ManifestRoute } from '../../src/manifest/index.ts'
import { readManifest } from '../harness/manifest.ts'
import { shareOf } from '../harness/share.ts'
import { bearer, freshAddress, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

/** The route table of the newsroom, as the lock and the runtime have it. */
const routes = routeTable(readManifest())
const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

const ROLES = ['viewer', 'author', 'editor', 'admin'] as const
const CALLERS = ['anonymous', ...ROLES] as const
type Caller = (typeof CALLERS)[number]

const tokens = new Map<Caller, string>()

beforeAll(async () => {
  await service.fetch('/api/health')
  for (const role of ROLES) tokens.set(role, (await signedIn(service, role)).token)
})

const title = ({ method, path }: ManifestRoute) => `${method} ${path}`
const table = routes.map((route) => [title(route), route] as const)
const reads = table.filter(([, { method }]) => method === 'GET')
const changes = table.filter(([, { method }]) => method !== 'GET')

/** An address of the route at which there is nothing. */
function addressOf({ path }: ManifestRoute): string {
  return path
    .replace(/:version\b/g, '1')
    .replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    .replace(/\*$/, 'none')
}

/** A body that no route takes, so that nothing is changed by who may change it. */
function ask(route: ManifestRoute, headers: Record<string, string>): Promise<Response> {
  return service.fetch(addressOf(route), {
    method: route.method,
    headers: { 'cf-connecting-ip': freshAddress(), 'content-type': 'application/json', ...headers },
    ...(route.method === 'GET' ? {} : { body: '{"unexpected":true}' }),
  })
}

/** Headers of a caller. Sign-out uses a session of its own. */
async function headersOf(route: ManifestRoute, caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {}
  const token = route.path.endsWith('/logout') ? (await signedIn(service, caller)).token : tokens.get(caller)
  return bearer(token ?? '')
}

/**
 * Reads the declared rule independently of the code under test: access to some documents counts as access, since the
 * document decides.
 */
function isDeclared(access: Access, caller: Caller): boolean {
  if (access.kind === 'public' || access.kind === 'function') return true
  if (access.kind === 'nobody' || caller === 'anonymous') return false
  return access.kind === 'authenticated' || access.grants.some(({ role }) => role === caller)
}

/** Routes that change the project's files: its schema and its settings. */
const LOCKED =
  /^(?:POST \/admin\/settings|POST \/admin\/plugins\/:id\/settings|GET \/admin\/plugins\/:id\/settings\/edit|GET \/admin\/collections\/new|(?:POST|PUT|DELETE) \/admin\/collections(?:\/.+)?|GET \/admin\/collections\/:id\/(?:edit|delete|order|fields\/.+))$/

/**
 * Tells whether a change to something declared in code is refused with a code of its own (contract, section 6), whoever
 * asks.
 */
async function isLocked(route: ManifestRoute, answer: Response): Promise<boolean> {
  if (!LOCKED.test(title(route))) return false
  return answer.status === 403 && (await answer.text()).includes('"code":"schema_locked"')
}

function checkHeaders(headers: Headers): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': expect.any(String),
    'x-response-time': expect.any(String),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'x-xss-protection': '1; mode=block',
    'referrer-policy': expect.stringMatching(/^(?:same-origin|no-referrer)$/),
    'content-security-policy': expect.stringContaining('frame-ancestors'),
  })
  expect(headers.get('server')).toBeNull()
}

test('the table holds what the service has', () => {
  const paths = routes.map(({ path }) => path)
  expect(routes.length).toBeGreaterThan(100)
  expect(paths).toEqual(expect.arrayContaining(['/api/posts/:id', '/api/auth/login', '/admin/audit', '/docs']))
})

describe('only who is declared gets through', () => {
  test.each(shareOf(table, ([name]) => name))('%s', async (_, route) => {
    for (const caller of CALLERS) {
      const answer = await ask(route, await headersOf(route, caller))
      const outcome = { caller, status: answer.status }
      if (!isDeclared(route.access, caller)) {
        expect(outcome).toEqual({ caller, status: caller === 'anonymous' ? 401 : 403 })
      } else if (route.access.kind !== 'public' && !(await isLocked(route, answer))) {
        expect([401, 403]).not.toContain(answer.status)
      }
      expect({ caller, isBroken: answer.status >= 500 && answer.status !== 503 }).toEqual({ caller, isBroken: false })
      checkHeaders(answer.headers)
    }
  })
})

describe('a change that a cookie speaks for comes from this site', () => {
  test.each(shareOf(changes, ([name]) => name))('%s', async (_, route) => {
    const cookie = { cookie: `auth_token=${tokens.get('admin')}` }
    for (const from of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await ask(route, { ...cookie, ...from })
      expect(answer.status).toBe(403)
      expect(((await answer.json()) as { code: string }).code).toBe('csrf_failed')
    }
  })
})

describe('pages run nothing but their own scripts', () => {
  test.each(reads)('%s', async (_, route) => {
    for (const caller of ['admin', 'anonymous'] as const) {
      const answer = await ask(route, { accept: 'text/html', ...(await headersOf(route, caller)) })
      await answer.arrayBuffer()
      checkHeaders(answer.headers)
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      expect(answer.headers.get('content-type')).toMatch(/; ?charset=utf-8$/i)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toContain('unsafe-eval')
      // A message's preview stands in a sandbox: its styles are inline because mail programs read no others.
      if (!/(?:^|; )sandbox(?: allow-popups[\w -]*)?(?:;|$)/.test(policy)) expect(policy).not.toContain('unsafe-inline')
    }
  })
})

describe('reading what is public sets no cookie', () => {
  test.each(reads.filter(([, { access, path }]) => access.kind === 'public' && !path.endsWith('/logout')))(
    '%s',
    async (_, route) => {
      for (const accept of ['application/json', 'text/html']) {
        const answer = await ask(route, { accept })
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    },
  )
})

describe('a browser that is not signed in is sent to sign in', () => {
  const closed = reads.filter(([, { access, path }]) => !isDeclared(access, 'anonymous') && !path.startsWith('/api/'))
  test.each(closed)('%s', async (_, route) => {
    const answer = await ask(route, { accept: 'text/html' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/auth/login?redirect=${encodeURIComponent(addressOf(route))}`)
  })
})
