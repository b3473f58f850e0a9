import { expect, test } from 'vitest'
import { as, counter } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
const browser = as('editor', 'eve', 'cookie')
const origin = () => ({ origin: service.url.origin })
const next = counter()

const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/
/** Of another database: any will do where only its way is looked at. */
const SOME = `0000000a-0000000b-0000000c-${'d'.repeat(32)}`

const article = (headers: Readonly<Record<string, string>> = editor) =>
  service.json('/api/articles', { body: { title: `Title ${next()}`, status: 'published' }, headers })

/** Begins of the sessions that a request opened. */
async function sessionsOf(path: string, init?: Parameters<typeof service.json>[1]) {
  await service.observed()
  await service.json(path, init)
  return (await service.observed()).sessions
}

test('who is not signed in reads from any replica', async () => {
  const { body } = await article()
  for (const path of ['/api/articles', `/api/articles/${body.data.id}`, '/api/articles?populate=author']) {
    expect(await sessionsOf(path)).toEqual(['first-unconstrained'])
  }
})

test('who is signed in reads nothing that is older than the primary', async () => {
  expect(await sessionsOf('/api/articles', { headers: editor })).toEqual(['first-primary'])
})

test('a bookmark says how new the answer must be', async () => {
  for (const headers of [{}, editor]) {
    expect(await sessionsOf('/api/articles', { headers: { ...headers, 'x-d1-bookmark': SOME } })).toEqual([SOME])
  }
})

test('a bookmark comes by cookie as well, and the header goes before it', async () => {
  const cookie = `other=1; d1_bookmark=${SOME}`
  expect(await sessionsOf('/api/articles', { headers: { cookie } })).toEqual([SOME])
  const newer = SOME.replace('a', 'b')
  expect(await sessionsOf('/api/articles', { headers: { cookie, 'x-d1-bookmark': newer } })).toEqual([newer])
})

test.each([
  '',
  ' ',
  'first-primary',
  'nonsense',
  SOME.toUpperCase(),
  `${SOME}0`,
  "'; DROP TABLE users",
  'x'.repeat(5000),
])('what is no bookmark is passed over: %j', async (text) => {
  const answer = await service.json('/api/articles', { headers: { ...editor, 'x-d1-bookmark': text } })
  expect(answer.status).toBe(200)
  expect(await sessionsOf('/api/articles', { headers: { cookie: `d1_bookmark=${encodeURIComponent(text)}` } })).toEqual(
    ['first-unconstrained'],
  )
})

test('changes ask the primary alone, at every step', async () => {
  const { body } = await article()
  const change = { method: 'PATCH', body: { rating: 1 }, headers: { ...editor, 'x-d1-bookmark': SOME } }
  const sessions = await sessionsOf(`/api/articles/${body.data.id}`, change)
  expect(sessions.length).toBeGreaterThan(1)
  expect(new Set(sessions)).toEqual(new Set(['first-primary']))
})

test('what a plugin asks through drizzle goes through the session too', async () => {
  await service.json('/auth/probe/events', { headers: editor })
  expect(await sessionsOf('/auth/probe/events', { headers: editor })).toEqual(['first-primary'])
})

test('a change hands a bookmark back, and reading with it shows the change', async () => {
  const created = await article()
  const bookmark = created.headers.get('x-d1-bookmark') ?? ''
  expect(bookmark).toMatch(BOOKMARK)
  const headers = { ...editor, 'x-d1-bookmark': bookmark }
  const read = await service.json(`/api/articles/${created.body.data.id}`, { headers })
  expect(read.body.data).toEqual(created.body.data)
  expect(read.headers.get('x-d1-bookmark')).toMatch(BOOKMARK)
})

test('the bookmark of a later change is a later one', async () => {
  const first = (await article()).headers.get('x-d1-bookmark') ?? ''
  const second = (await article()).headers.get('x-d1-bookmark') ?? ''
  expect(second > first).toBe(true)
})

test('a browser that a cookie speaks for keeps that of its changes as a cookie', async () => {
  const answer = await article({ ...browser, ...origin() })
  expect(answer.headers.getSetCookie()).toEqual([
    `d1_bookmark=${answer.headers.get('x-d1-bookmark')}; Max-Age=300; Path=/; HttpOnly; SameSite=Lax`,
  ])
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const again = await service.json('/api/articles', { headers: { ...browser, cookie } })
  expect(again.headers.getSetCookie()).toEqual([])
})

test('over https the cookie is Secure', async () => {
  const headers = { ...browser, origin: 'https://cms.example.com', 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Over https' })
  const answer = await service.fetchAs('https://cms.example.com/api/articles', { method: 'POST', headers, body })
  expect(answer.headers.get('set-cookie')).toMatch(/^d1_bookmark=.*; Secure/)
})

test('a token gets no cookie', async () => {
  expect((await article()).headers.getSetCookie()).toEqual([])
})

test('what everybody gets carries neither bookmark nor cookie, whatever came with the request', async () => {
  const { body } = await article()
  const cookie = `auth_token=x; d1_bookmark=${SOME}`
  for (const path of ['/api/articles', `/api/articles/${body.data.id}`, '/api/content', '/api/collections', '/api']) {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await service.fetch(path, { method, headers: { cookie, 'x-d1-bookmark': SOME } })
      expect(headers.has('x-d1-bookmark')).toBe(false)
      expect(headers.getSetCookie()).toEqual([])
    }
  }
})

test('scripts of other origins may read the bookmark', async () => {
  const { headers } = await service.fetch('/api/articles', {
    headers: { ...editor, origin: 'https://www.example.com' },
  })
  expect(headers.get('access-control-expose-headers')).toContain('X-D1-Bookmark')
})
