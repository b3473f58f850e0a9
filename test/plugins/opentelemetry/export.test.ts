import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampledTrace } from '../../../plugins/opentelemetry/trace-context.ts'
import { as } from '../../harness/as.ts'
import { type Service, startService } from '../../harness/service.ts'
import { type Receiver, startReceiver } from '../../runtime/receiver.ts'

const ROOT = fileURLToPath(new URL('../../fixtures/monitoring', import.meta.url))

let receiver: Receiver
let service: Service
const start = (environment: string) =>
  startService({
    root: ROOT,
    environment,
    vars: {
      JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test',
      COLLECTOR: `http://127.0.0.1:${receiver.port}/`,
      OTEL_KEY: 'key-of-the-collector',
    },
  })

beforeAll(async () => {
  receiver = await startReceiver()
  service = await start('production')
})
afterAll(async () => {
  await service.dispose()
  receiver.close()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number }
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, string> }[]
}

const spansIn = (body: string): Span[] =>
  JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
    resource.scopeSpans.flatMap(({ spans }) => spans),
  )

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe('the exporter', () => {
  test('sends a request with its parts as OTLP, as part of the caller’s trace', async () => {
    const headers = { ...as('editor', 'eve'), traceparent: `00-${TRACE}-${PARENT}-01` }
    await service.fetch('/api/articles?title=Hidden%20words', { headers })
    const { path, headers: sent, body } = await receiver.next(({ body }) => body.includes(TRACE))
    expect(path).toBe('/v1/traces')
    expect(sent['x-api-key']).toBe('key-of-the-collector')
    const { attributes } = JSON.parse(body).resourceSpans[0].resource
    expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'monitored' } })
    expect(attributes).toContainEqual({ key: 'deployment.environment.name', value: { stringValue: 'production' } })
    const spans = spansIn(body).filter(({ traceId }) => traceId === TRACE)
    const server = spans.find(({ kind }) => kind === 2)
    expect(server).toMatchObject({ parentSpanId: PARENT, name: 'GET /api/articles', status: { code: 0 } })
    expect(server && attributesOf(server)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/articles',
      'http.response.status_code': '200',
    })
    const database = spans.filter(({ kind }) => kind === 3)
    expect(database.length).toBeGreaterThan(0)
    for (const span of database) {
      expect(span.parentSpanId).toBe(server?.spanId)
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
    }
    expect(database.some((span) => attributesOf(span)['db.query.text']?.includes('SELECT'))).toBe(true)
    for (const text of ['Hidden', 'eve', 'title=']) expect(body).not.toContain(text)
  })

  test('shows the cache, and errors as errors', async () => {
    const given = (trace: string) => ({ headers: { traceparent: `00-${trace}-${PARENT}-01` } })
    const [cached, crashed] = ['1'.repeat(32), '2'.repeat(32)]
    await service.fetch('/api/articles?limit=7', given(cached ?? ''))
    await service.fetch('/auth/recorder/crash/9', given(crashed ?? ''))
    const one = await receiver.next(({ body }) => body.includes(cached ?? ''))
    expect(spansIn(one.body).find(({ traceId, name }) => traceId === cached && name === 'cache')).toBeDefined()
    const two = await receiver.next(({ body }) => body.includes(crashed ?? ''))
    expect(spansIn(two.body).find(({ traceId, kind }) => traceId === crashed && kind === 2)?.status.code).toBe(2)
  })

  test('gathers what comes close together into one delivery', async () => {
    const before = receiver.received.length
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        service.fetch('/api/topics', { headers: { traceparent: `00-${'a'.repeat(31)}${index}-${PARENT}-01` } }),
      ),
    )
    await receiver.next(({ body }) => body.includes(`${'a'.repeat(31)}7`))
    expect(receiver.received.length - before).toBeLessThan(8)
  })

  test('a collector that refuses or is away changes no answer and is said once in the log', async () => {
    receiver.answer(503)
    expect((await service.fetch('/api/articles')).status).toBe(200)
    await receiver.next((item) => receiver.received.indexOf(item) === receiver.received.length - 1)
    await expect
      .poll(() => service.logs)
      .toContainEqual(expect.objectContaining({ type: 'opentelemetry', status: 503, dropped: expect.any(Number) }))
    receiver.answer(200)
  })

  test('nothing is sent with a sampling of 0', async () => {
    const quiet = await start('quiet')
    const before = receiver.received.length
    await quiet.fetch('/api/articles', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(receiver.received.length).toBe(before)
    await quiet.dispose()
  })
})

describe('the choice of traces', () => {
  test('follows from the id, so that the same trace is chosen everywhere', () => {
    const parent = (trace: string, flags = '01') => `00-${trace}-${PARENT}-${flags}`
    expect(sampledTrace(parent(TRACE), 1)).toEqual({ traceId: TRACE, parentId: PARENT })
    expect(sampledTrace(parent(TRACE, '00'), 1)).toBeNull()
    expect(sampledTrace(parent(`${'f'.repeat(32)}`), 0.5)).toBeNull()
    expect(sampledTrace(parent(`${'f'.repeat(16)}${'0'.repeat(15)}1`), 0.5)?.parentId).toBe(PARENT)
    const chosen = Array.from({ length: 2000 }, () => sampledTrace(null, 0.25)).filter((trace) => trace !== null)
    expect(chosen.length).toBeGreaterThan(350)
    expect(chosen.length).toBeLessThan(650)
  })

  test.each([null, '', 'x', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}`])(
    'takes %j for no parent',
    (traceparent) => {
      const trace = sampledTrace(traceparent, 1)
      expect(trace?.parentId).toBeNull()
      expect(trace?.traceId).toMatch(/^[0-9a-f]{32}$/)
    },
  )
})
