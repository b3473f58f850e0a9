import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeSpent } from '../../src/runtime/common/timings.ts'
import { as } from '../harness/as.ts'
import { type Service, startService } from '../harness/service.ts'

const ROOT = fileURLToPath(new URL('../fixtures/monitoring', import.meta.url))
const VARS = { JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test', COLLECTOR: 'http://127.0.0.1:9', OTEL_KEY: 'k' }
const services = new Map<string, Service>()

beforeAll(async () => {
  for (const environment of ['development', 'production', 'quiet'])
    services.set(environment, await startService({ root: ROOT, environment, vars: VARS }))
})
afterAll(async () => {
  for (const service of services.values()) await service.dispose()
})

const timingOf = async (environment: string, path: string, headers: Record<string, string> = {}) =>
  (await services.get(environment)?.fetch(path, { headers }))?.headers.get('server-timing')

const WHOLE =
  /^database;dur=\d+;desc="\d+ round trips?", cache;dur=\d+(;desc="[A-Z]+")?, render;dur=\d+, total;dur=\d+$/

describe('Server-Timing', () => {
  test('says in development what database, cache and rendering took', async () => {
    expect(await timingOf('development', '/api/articles')).toMatch(WHOLE)
    const first = await timingOf('development', '/api/articles?limit=2')
    expect(first).toMatch(/^database;dur=\d+;desc="[1-9]\d* round trips?", cache;dur=\d+;desc="MISS"/)
    expect(await timingOf('development', '/api/articles?limit=2')).toContain('desc="HIT"')
    expect(await timingOf('development', '/nowhere')).toMatch(WHOLE)
  })

  test('is for administrators in production, since durations tell what exists', async () => {
    for (const role of [{}, as('editor'), as('viewer')]) {
      expect(await timingOf('production', '/api/articles', role)).toBeNull()
      expect(await timingOf('production', '/nowhere', role)).toBeNull()
    }
    expect(await timingOf('production', '/api/articles', as('admin'))).toMatch(WHOLE)
  })

  test('is off where the environment says so', async () => {
    expect(await timingOf('quiet', '/api/articles', as('admin'))).toBeNull()
  })
})

test('what overlaps is counted once', () => {
  const part = (kind: 'database' | 'cache', startedAt: number, durationMs: number) => ({
    kind,
    startedAt,
    durationMs,
    statements: [],
    rowsRead: 0,
    rowsWritten: 0,
    failed: false,
  })
  const parts = [part('database', 10, 10), part('database', 5, 10), part('cache', 0, 100), part('database', 40, 2)]
  expect(timeSpent(parts, 'database')).toBe(17)
  expect(timeSpent([], 'database')).toBe(0)
})
