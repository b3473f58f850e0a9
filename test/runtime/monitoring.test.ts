import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDsn } from '../../src/runtime/monitoring/dsn.ts'
import { as } from '../harness/as.ts'
import { type Service, startService } from '../harness/service.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const ROOT = fileURLToPath(new URL('../fixtures/monitoring', import.meta.url))
const KEY = 'an-api-key-of-somebody'

let receiver: Receiver
let service: Service

beforeAll(async () => {
  receiver = await startReceiver()
  service = await startService({
    root: ROOT,
    environment: 'production',
    vars: {
      JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test',
      OTEL_KEY: KEY,
      COLLECTOR: 'http://127.0.0.1:9',
      DATABASE_DSN: 'postgres://nobody/5',
      SENTRY_DSN: `http://public-key@127.0.0.1:${receiver.port}/prefix/42`,
    },
  })
})
afterAll(async () => {
  await service.dispose()
  receiver.close()
})

// biome-ignore lint/suspicious/noExplicitAny: an event of another system's protocol
function eventIn(body: string): any {
  return JSON.parse(body.split('\n')[2] ?? '')
}

describe('errors, sent to where the secret <MONITORING>_DSN says', () => {
  test('as an envelope of Sentry’s protocol, after the answer', async () => {
    const answer = await service.json('/auth/recorder/crash/42?token=SECRET', { headers: as('admin', 'carol') })
    expect(answer.status).toBe(500)
    const { path, headers, body } = await receiver.next(({ body }) => body.includes('RangeError'))
    expect(path).toBe('/prefix/api/42/envelope/')
    expect(headers['content-type']).toBe('application/x-sentry-envelope')
    expect(headers['x-sentry-auth']).toMatch(
      /^Sentry sentry_version=7, sentry_client=lintel\/[\d.]+, sentry_key=public-key$/,
    )
    const [header, item, payload = ''] = body.split('\n')
    const event = eventIn(body)
    expect(JSON.parse(header ?? '')).toEqual({ event_id: event.event_id, sent_at: expect.any(String) })
    expect(JSON.parse(item ?? '')).toEqual({
      type: 'event',
      content_type: 'application/json',
      length: Buffer.byteLength(payload),
    })
    expect(event).toMatchObject({
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      platform: 'javascript',
      level: 'error',
      environment: 'production',
      release: expect.stringMatching(/^[0-9a-f]{12}$/),
      transaction: 'GET /auth/recorder/crash/:id',
      tags: { requestId: answer.headers.get('x-request-id'), code: 'internal' },
    })
    const [exception] = event.exception.values
    expect(exception.type).toBe('RangeError')
    expect(exception.stacktrace.frames.at(-1)).toMatchObject({ lineno: expect.any(Number), in_app: true })
  })

  test('nobody is in it, and no secret', async () => {
    const { body } = await receiver.next(({ body }) => body.includes('RangeError'))
    for (const text of ['bob@', 'Bob', 'carol', KEY, 'SECRET', 'eyJ', '/42', '127.0.0.1'])
      expect(
        eventIn(body).exception.values[0].value + JSON.stringify({ ...eventIn(body), exception: null }),
      ).not.toContain(text)
    expect(eventIn(body).exception.values[0].value).toContain('[email]')
  })

  test('of hooks and jobs too, and of no refusal', async () => {
    await service.json('/api/articles', { body: { title: 'One' }, headers: as('editor') })
    const hook = await receiver.next(({ body }) => body.includes('the hook of'))
    expect(eventIn(hook.body)).toMatchObject({ transaction: 'hook recorder content:save' })
    expect(hook.body).not.toContain('ann@example.com')
    await service.schedule()
    const job = await receiver.next(({ body }) => body.includes('the job fails'))
    expect(eventIn(job.body)).toMatchObject({ transaction: 'cron recorder.fail' })
    const before = receiver.received.length
    for (const path of ['/nowhere', '/api/articles/none', '/admin/users']) await service.fetch(path)
    expect(receiver.received.length).toBe(before)
  })

  test('not while the other side asks for a pause, and nothing depends on it', async () => {
    receiver.answer(429, { 'retry-after': '600' })
    const before = receiver.received.length
    expect((await service.fetch('/auth/recorder/crash/1')).status).toBe(500)
    await receiver.next((item) => receiver.received.indexOf(item) >= before)
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (let i = 0; i < 5; i += 1) expect((await service.fetch('/auth/recorder/crash/1')).status).toBe(500)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(receiver.received.length).toBe(before + 1)
    expect(service.logs).toContainEqual(expect.objectContaining({ type: 'monitoring', status: 429 }))
  })
})

test.each([
  ['https://k@o1.ingest.example.com/7', { url: 'https://o1.ingest.example.com/api/7/envelope/', publicKey: 'k' }],
  ['https://k@e.example:8443/a/b/7', { url: 'https://e.example:8443/a/b/api/7/envelope/', publicKey: 'k' }],
  ['https://e.example/7', null],
  ['https://k@e.example/', null],
  ['postgres://k@e.example/7', null],
  ['', null],
])('the DSN %j', (text, dsn) => expect(parseDsn(text)).toEqual(dsn))

describe('the dataset ANALYTICS', () => {
  test('gets a data point for each request that tells nobody’s', async () => {
    await service.fetch('/api/articles?limit=3', { headers: { ...as('editor', 'eve'), 'x-analytics': '1' } })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const points = service.logs.flatMap((line) => (line.type === 'point' ? [line.point as { blobs: string[] }] : []))
    expect(points).toContainEqual({
      indexes: ['/api/articles'],
      blobs: ['production', 'GET', '/api/articles', '200', 'BYPASS'],
      doubles: [1, ...Array.from({ length: 6 }, () => expect.any(Number))],
    })
    expect(JSON.stringify(points)).not.toContain('eve')
  })
})
