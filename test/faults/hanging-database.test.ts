import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../harness/service.ts'
import { bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { SHORT } from './deadlines.ts'

let service: Service
let token: string
let file: string

/**
 * Time limit of a response while the database hangs, in milliseconds: the longest deadline, and this machine's own
 * time.
 */
const PATIENCE = 4000

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, faults: true, deadlines: SHORT })
  await service.fetch('/api/health')
  token = (await signedIn(service, 'editor')).token
  const form = new FormData()
  form.set('file', new File([PIXEL], 'pixel.gif', { type: 'image/gif' }))
  const uploaded = await service.fetch('/api/media/upload', { method: 'POST', body: form, headers: bearer(token) })
  expect(uploaded.status).toBe(201)
  file = (await uploaded.json()).data.url
  await service.json('/api/tags', { body: { name: 'Here before' }, headers: bearer(token) })
})
afterEach(async () => {
  await service.fault('DB', null)
  await service.fault('MEDIA_BUCKET', null)
})
afterAll(() => service.dispose())

const PIXEL = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (byte) =>
  byte.charCodeAt(0),
)

const timed = async (path: string, init?: RequestInit) => {
  const began = Date.now()
  const answer = await service.fetch(path, init)
  await answer.arrayBuffer()
  return { status: answer.status, headers: answer.headers, took: Date.now() - began }
}

test('what needs no database is answered while it hangs', async () => {
  await service.json('/api/tags')
  const warm = await service.fetch(file)
  expect(warm.status).toBe(200)
  await service.fault('DB', 'hangs')
  // At once, when everything that an isolate remembers is fresh, and when nothing of it is.
  for (const wait of [0, 1200, 5200]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    for (const path of [file, '/auth/login', '/api/tags']) {
      const { status, headers, took } = await timed(path)
      expect([path, status, took < PATIENCE]).toEqual([path, 200, true])
      if (path === '/api/tags') expect(headers.get('x-cache-source')).toBe('memory')
    }
  }
})

test('what needs it is 503 in time, with the moment of the next try', async () => {
  await service.fault('DB', 'hangs')
  const calls: [string, RequestInit?][] = [
    ['/api/pages?limit=3'],
    ['/api/auth/me', { headers: bearer(token) }],
    ['/api/tags', { method: 'POST', body: '{"name":"Late"}', headers: json() }],
    ['/api/auth/login', { method: 'POST', body: '{"email":"a@b.example","password":"x"}', headers: json() }],
    ['/admin/content', { headers: { ...bearer(token), accept: 'text/html' } }],
  ]
  for (const [path, init] of calls) {
    const { status, headers, took } = await timed(path, init)
    expect([path, status, took < PATIENCE]).toEqual([path, 503, true])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a trigger ends, and the next one does what this one could not', async () => {
  await service.fault('DB', 'hangs')
  const began = Date.now()
  await service.schedule()
  expect(Date.now() - began).toBeLessThan(PATIENCE)
  await service.fault('DB', null)
  await service.schedule()
  const done = await service.sql('SELECT id FROM job_runs WHERE done_for > 0')
  expect(done.map(({ id }) => id)).toContain('core-media.sweep')
})

test('a bucket that hangs is 503 storage_unavailable', async () => {
  await service.fault('MEDIA_BUCKET', 'hangs')
  const form = new FormData()
  form.set('file', new File([PIXEL.with(13, 7)], 'other.gif', { type: 'image/gif' })) // another color
  const answer = await service.fetch('/api/media/upload', { method: 'POST', body: form, headers: bearer(token) })
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'storage_unavailable'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await timed('/api/tags')).status).toBe(200)
})

test('service goes on once the database answers again', async () => {
  expect((await timed('/api/pages?limit=3')).status).toBe(200)
  expect((await timed('/api/auth/me', { headers: bearer(token) })).status).toBe(200)
})

test.each([
  'Network connection lost.',
  'Internal error while starting up D1 DB storage caused object to be reset.',
  'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
])('%s is 503 with Retry-After', async (message) => {
  await service.fault('DB', 'down', { message })
  for (const path of ['/api/pages?limit=4', '/api/auth/me', '/admin/content']) {
    const { status, headers } = await timed(path, { headers: bearer(token) })
    expect([path, status]).toEqual([path, 503])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a list of the admin whose query fails is no mistake of who asks', async () => {
  const page = { headers: { ...bearer(token), accept: 'text/html' } }
  expect((await timed('/admin/content/', page)).status).toBe(200)
  await service.fault('DB', 'down', { matching: 'from .content. ' })
  for (const path of ['/admin/content/', '/admin/content/?status=draft']) {
    const { status, headers } = await timed(path, page)
    expect([path, status]).toEqual([path, 503])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await service.fault('DB', null)
  expect((await timed('/admin/content/?sort=nonsense', page)).status).toBe(400)
})

test('more requests than may wait for the database are turned away at once', async () => {
  await service.fault('DB', 'hangs')
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, index) => timed(`/api/pages?limit=5&page=${index + 1}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  const turnedAway = answers.filter(({ headers }) => headers.get('retry-after') === '1')
  expect(turnedAway.length).toBeGreaterThan(0)
  await service.fault('DB', null)
  expect((await timed('/api/pages?limit=5')).status).toBe(200)
})

test('what was taken down here does not come back while the database is away', async () => {
  const made = await service.json('/api/tags', { body: { name: 'Taken down' }, headers: bearer(token) })
  const { id } = made.body.data
  for (let round = 0; round < 2; round += 1) expect((await service.json(`/api/tags/${id}`)).status).toBe(200)
  const removed = await service.fetch(`/api/tags/${id}`, { method: 'DELETE', headers: bearer(token) })
  expect(removed.status).toBe(204)
  await service.fault('DB', 'down')
  expect((await service.json(`/api/tags/${id}`)).status).toBe(503)
})

function json(): Record<string, string> {
  return { ...bearer(token), 'content-type': 'application/json' }
}
