import { afterEach, describe, expect, it } from 'vitest'
import { type Service, type ServiceOptions, startService } from '../harness/service.ts'

let service: Service

const start = async (options: ServiceOptions = {}) => {
  service = await startService({ root: 'test/fixtures/runtime', vars: { PROBE_KEY: 'key' }, ...options })
}
afterEach(() => service.dispose())

describe('health', () => {
  it('says what works, what tables there are and which migration is the last', async () => {
    await start()
    const short = await service.json('/api/health')
    expect(short.status).toBe(200)
    expect(short.headers.get('cache-control')).toBe('no-store')
    expect(short.body).toEqual({
      status: 'ok',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      schemas: expect.arrayContaining(['articles', 'content', 'plugins', 'users']),
    })
    const { status, body } = await service.json('/health')
    expect(status).toBe(200)
    expect(body).toEqual({
      ...short.body,
      timestamp: expect.any(String),
      environment: 'development',
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
      checks: { database: 'ok', kv: 'ok', bucket: 'ok' },
      schema: { expected: expect.stringMatching(/^0001_/), actual: body.schema.expected, pending: 0, drift: false },
    })
    expect(body.schemas.filter((name: string) => /^(?:_cf|sqlite)_|_fts_/.test(name))).toEqual([])
  })

  it('counts migrations that are not applied yet', async () => {
    await start({ environment: 'open' })
    const { status, body } = await service.json('/health')
    expect([status, body.status, body.schemas]).toEqual([200, 'degraded', []])
    expect(body.schema).toMatchObject({ actual: null, pending: 1, drift: false })
  })

  it.each([
    ['a migration was changed after it was applied', "UPDATE d1_migrations SET checksum = 'another'"],
    [
      'a migration is there that the program does not have',
      "INSERT INTO d1_migrations (name, checksum) VALUES ('0002_x.sql', 'x')",
    ],
    ['a table is gone', 'DROP TABLE articles'],
  ])('finds drift when %s', async (_, sql) => {
    await start()
    await service.fetch('/api/health')
    await service.sql(sql)
    const { status, body } = await service.json('/health')
    expect([status, body.status, body.schema.drift]).toEqual([200, 'degraded', true])
  })

  it("reads a ledger that is wrangler's own", async () => {
    await start()
    await service.fetch('/api/health')
    for (const name of ['checksum', 'parent', 'phase'])
      await service.sql(`ALTER TABLE d1_migrations DROP COLUMN ${name}`)
    for (const path of ['/health', '/api/health']) {
      const { status, body } = await service.json(path)
      expect([path, status, body.status]).toEqual([path, 200, 'ok'])
    }
    await service.resetBootstrap()
    expect((await service.fetch('/api/articles')).status).toBe(200)
  })

  it('is 503 without a database', async () => {
    await start({ without: ['DB'] })
    for (const path of ['/health', '/api/health']) {
      const { status, body } = await service.json(path)
      expect([status, body.status, body.schemas]).toEqual([503, 'error', []])
    }
    expect((await service.json('/health')).body.checks).toEqual({ database: 'error', kv: 'ok', bucket: 'ok' })
  })

  it('is degraded without the other stores', async () => {
    await start({ without: ['CACHE_KV', 'MEDIA_BUCKET'] })
    await service.fetch('/api/health')
    const { status, body } = await service.json('/health')
    expect([status, body.status]).toEqual([200, 'degraded'])
    expect(body.checks).toEqual({ database: 'ok', kv: 'error', bucket: 'error' })
  })
})
