import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { loadRoutes } from '../../src/config/plugin-routes.ts'
import { type Route, responsesOf } from '../../src/config/route.ts'
import type { Manifest, ManifestRoute } from '../../src/manifest/index.ts'
import { systemPlugins } from '../../src/system/index.ts'
import { shareOf } from '../harness/share.ts'
import { plugins, useOf } from '../plugins/contract/plugins.ts'
import { bearer, freshAddress, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

/** The route table of the newsroom, as the runtime has it, without the endpoints of collections. */
const { routes } = JSON.parse(readFileSync('.cms/manifest.json', 'utf8')) as Manifest
const uses = [...systemPlugins, ...plugins.map(({ name }) => useOf(name))]
const declared = new Map(
  await Promise.all(uses.map(async ({ plugin }) => [plugin.name, await loadRoutes(plugin)] as const)),
)

interface Row extends ManifestRoute {
  /** `undefined` for a page of the admin's menu that has no route of its own. */
  readonly route: Route | undefined
}

const table = routes
  .filter(({ collection }) => collection === undefined)
  .map((row): Row => ({ ...row, route: declared.get(row.plugin)?.[row.handler] }))
  .map((row) => [`${row.method} ${row.path}`, row] as const)
const reads = table.filter(([, { method }]) => method === 'GET')
/** Signing out would end the session that asks; sample data without wishes is made in full. */
const changes = table.filter(([, { method, path }]) => method !== 'GET' && !/logout|seed-data\/generate/.test(path))

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
let admin: Record<string, string>
/** Something that is there, by the beginning of the path that asks for it. */
const known: Record<string, Record<string, string>> = {
  '/admin/collections/': { id: 'posts', field: 'title' },
  '/admin/plugins/:id': { id: 'cache' },
  '/admin/settings/': { tab: 'general' },
  '/admin/database/tables/': { name: 'posts' },
  '/admin/plugins/email/templates/': { name: 'invitation' },
  '/docs/': { section: 'posts' },
}
/** Query parameters with which the route has something to show. */
const QUERIES: Readonly<Record<string, string>> = {
  '/admin/content/dialog': '?collection=posts',
  '/admin/content/options': '?target=posts',
}

beforeAll(async () => {
  await service.fetch('/api/health')
  const person = await signedIn(service, 'admin')
  admin = bearer(person.token)
  const { body } = await service.json('/api/posts', { headers: admin, body: { title: 'Shown in each form' } })
  known['/admin/content/'] = { id: body.data.id }
  known['/admin/users/'] = { id: person.id }
  const category = await service.json('/admin/faq/categories', { headers: admin, body: { name: 'Forms' } })
  const question = { categoryId: category.body.data.id, question: 'Which?', answer: 'Each.' }
  const asked = await service.json('/admin/faq/questions', { headers: admin, body: question })
  known['/admin/faq/questions/'] = { id: asked.body.data.id }
})

/** An address at which the route has something to show, where the test has made it; else one at which there is nothing. */
function addressOf({ path, method }: ManifestRoute): string {
  const [, ids = {}] = Object.entries(known).find(([start]) => path.startsWith(start)) ?? []
  const named = path.replaceAll(/:(\w+)/g, (_, name: string) => (method === 'GET' ? ids[name] : undefined) ?? 'x')
  return named.replace(/\*$/, 'x') + (QUERIES[path] ?? '')
}

const PROGRAM = { accept: 'application/json' }
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const SCRIPT = { accept: '*/*', 'hx-request': 'true' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface Answer {
  readonly status: number
  readonly type: string
  readonly headers: Headers
  readonly text: string
}

async function ask(row: ManifestRoute, headers: Record<string, string>, body?: string): Promise<Answer> {
  const answer = await service.fetch(addressOf(row), {
    method: row.method,
    headers: { ...admin, 'cf-connecting-ip': freshAddress(), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type, headers: answer.headers, text: await answer.text() }
}

const isApi = ({ path }: ManifestRoute) => path.startsWith('/api/')
const isFine = ({ status }: Answer) => status >= 200 && status < 300
const isNegotiated = ({ route }: Row) => route?.returns !== undefined && (route.page ?? route.fragment) !== undefined
/** Expects that the service itself did not fail; a store or a mail service may be missing here. */
const expectNoFault = ({ status, text }: Answer) => expect([500, 501, 502], text.slice(0, 500)).not.toContain(status)

/** Expects the response that the route declares, in an envelope outside the API. */
function expectReturned(row: Row, { status, type, headers, text }: Answer): void {
  const schema: z.ZodType | null | undefined = responsesOf(row.route as Route)?.[status]
  if (status === 204) {
    expect([schema, text]).toEqual([null, ''])
    return
  }
  expect(type).toMatch(/^application\/json/)
  const body = JSON.parse(text)
  const { error } = (schema as z.ZodType).safeParse(body)
  expect(error?.issues ?? []).toEqual([])
  expect(body.success).toBe(isApi(row) ? undefined : true)
  if (row.cache == null) expect(headers.get('cache-control')).toContain('no-store')
}

function expectProblem({ status, type, text, headers }: Answer): void {
  expect(type).toBe('application/problem+json')
  expect(JSON.parse(text)).toMatchObject({ status, code: expect.any(String), requestId: expect.any(String) })
  expect(headers.get('cache-control')).toContain('no-store')
}

function expectPage(row: Row, { type, headers, text }: Answer): void {
  expect(type).toMatch(/^text\/html; ?charset=utf-8$/i)
  expect(text).toMatch(/^<!doctype html>/i)
  if (row.cache == null) expect(headers.get('cache-control')).toContain('no-store')
}

function expectVary({ headers }: Answer): void {
  const vary = (headers.get('vary') ?? '').split(/, */)
  expect(vary).toEqual(expect.arrayContaining(['Accept', 'HX-Request']))
}

describe('what is read, by a program', () => {
  it.each(shareOf(reads, ([name]) => name))('%s', async (_, row) => {
    const answer = await ask(row, PROGRAM)
    expectNoFault(answer)
    if (answer.status >= 400) return expectProblem(answer)
    if (row.route?.returns !== undefined && isFine(answer)) expectReturned(row, answer)
    if (isNegotiated(row)) expectVary(answer)
  })
})

describe('what is read, by a browser', () => {
  it.each(shareOf(reads, ([name]) => name))('%s', async (_, row) => {
    const answer = await ask(row, BROWSER)
    expectNoFault(answer)
    if (isApi(row)) return expect(answer.type).not.toContain('text/html')
    if (answer.status >= 400 || (row.route?.page !== undefined && isFine(answer))) expectPage(row, answer)
    if (isNegotiated(row) && isFine(answer)) expectVary(answer)
  })
})

describe('what is read, by a script of a page', () => {
  const shown = reads.filter(([, { route }]) => (route?.page ?? route?.fragment) !== undefined)
  it.each(shown)('%s', async (_, row) => {
    const answer = await ask(row, SCRIPT)
    expectNoFault(answer)
    if (!isFine(answer)) return
    expect(answer.type).toMatch(/^text\/html/)
    expect(answer.text).not.toMatch(/^<!doctype html>/i)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('vary')).toContain('HX-Request')
  })
})

describe('a change that says what nobody understands, in JSON, by a form, and in a browser', () => {
  it.each(shareOf(changes, ([name]) => name))('%s', async (_, row) => {
    const json = await ask(row, { ...PROGRAM, 'content-type': 'application/json' }, '{"unexpected":true}')
    const form = await ask(row, { ...PROGRAM, ...FORM }, 'unexpected=true')
    for (const answer of [json, form]) {
      expectNoFault(answer)
      if (answer.status >= 400) expectProblem(answer)
      else if (row.route?.returns !== undefined) expectReturned(row, answer)
    }
    const seen = await ask(row, { ...BROWSER, ...FORM }, 'unexpected=true')
    expectNoFault(seen)
    if (isApi(row)) return expect(seen.type).not.toContain('text/html')
    if (seen.status < 400) return
    expectPage(row, seen)
    // A page and its JSON have one status.
    expect(seen.status).toBe(form.status)
  })
})

it('the table holds what the service has', () => {
  expect(table.length).toBeGreaterThan(150)
  expect(table.filter(([, { route }]) => route !== undefined).length).toBeGreaterThan(150)
})
