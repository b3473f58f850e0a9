import { afterEach, describe, expect, test } from 'vitest'
import type { Migration } from '../../src/manifest/index.ts'
import { as } from '../harness/as.ts'
import { type Service, type ServiceOptions, startService } from '../harness/service.ts'
import { FIXTURE } from './fixture.ts'

const started: Service[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.dispose()))
})

async function start(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService({ root: FIXTURE, ...options })
  started.push(service)
  return service
}

/** As wrangler makes it. */
const LEDGER =
  'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)'

function setMigrations(files: Map<string, string>, migrations: readonly Migration[]): void {
  files.set('.cms/migrations.json', JSON.stringify(migrations))
  files.set('.cms/migration-heads.json', JSON.stringify(migrations.map(({ statements: _, ...head }) => head)))
}

/** Adds a migration that loses a table; returns the statements of those before it. */
function withDrop(files: Map<string, string>, statement: string): string[] {
  const migrations = JSON.parse(files.get('.cms/migrations.json') ?? '')
  const drop = { name: '0009_drop.sql', checksum: '9', statements: [statement], destructive: true, phase: 'switch' }
  setMigrations(files, [...migrations, drop])
  return migrations.flatMap((migration: { statements: string[] }) => migration.statements)
}

const SECRET = { PROBE_SECRET: 'a secret of the probe' }
const production = { environment: 'production', vars: SECRET } as const

describe('the first request', () => {
  test('migrates the database and writes down what the program has', async () => {
    const service = await start()
    expect((await service.fetch('/api/people')).status).toBe(200)
    const collections = await service.sql('SELECT id, drafts, singleton FROM collections')
    for (const row of [
      { id: 'about', drafts: 0, singleton: 1 },
      { id: 'articles', drafts: 1, singleton: 0 },
      { id: 'people', drafts: 0, singleton: 0 },
    ]) {
      expect(collections).toContainEqual(row)
    }
    const [people] = await service.sql<{ fields: string }>(`SELECT fields FROM collections WHERE id = 'people'`)
    expect(JSON.parse(people?.fields ?? '')).toMatchObject({ name: { type: 'string', required: true } })
    expect(await service.sql('SELECT id, version, active FROM plugins ORDER BY id')).toEqual([
      { id: 'header-identity', version: '1.0.0', active: 1 },
      { id: 'nickname', version: '1.0.0', active: 1 },
      { id: 'panels', version: '1.0.0', active: 1 },
      { id: 'probe', version: '1.2.3', active: 1 },
      { id: 'sections', version: '1.0.0', active: 1 },
      { id: 'shelf', version: '1.0.0', active: 1 },
    ])
    expect(await service.sql(`SELECT plugin_id, event FROM plugin_hooks ORDER BY event`)).toEqual([
      { plugin_id: 'probe', event: 'content:delete' },
      { plugin_id: 'probe', event: 'content:draft' },
      { plugin_id: 'probe', event: 'content:restore' },
      { plugin_id: 'probe', event: 'content:save' },
      { plugin_id: 'probe', event: 'content:update' },
      { plugin_id: 'header-identity', event: 'request:start' },
    ])
    const [route] = await service.sql<{ access: string }>(
      `SELECT access FROM plugin_routes WHERE plugin_id = 'probe' AND method = 'GET' AND path = '/auth/probe/editors'`,
    )
    expect(JSON.parse(route?.access ?? '')).toEqual({ kind: 'grants', grants: [{ role: 'admin' }, { role: 'editor' }] })
  })

  test('does it once, however many arrive together', async () => {
    const service = await start()
    const answers = await Promise.all(Array.from({ length: 12 }, () => service.fetch('/api/people')))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await installs(service)).toBe(1)
    expect(service.logs.filter(({ type }) => type === 'bootstrap')).toEqual([])
  })

  test('of a new isolate finds nothing to do, and changes nothing', async () => {
    const service = await start()
    await service.fetch('/api/people')
    await service.sql(`UPDATE plugins SET active = 0, updated_at = 1 WHERE id = 'probe'`)
    await service.resetBootstrap()
    await service.fetch('/api/people')
    expect(await installs(service)).toBe(1)
    expect(await service.sql(`SELECT active, updated_at FROM plugins WHERE id = 'probe'`)).toEqual([
      { active: 0, updated_at: 1 },
    ])
  })

  test('after a change of the program writes down the new one and keeps what was turned off', async () => {
    const service = await start()
    await service.fetch('/api/people')
    await service.sql(`UPDATE system_state SET value = 'another program' WHERE key = 'program'`)
    await service.sql(`UPDATE plugins SET active = 0, version = '0.0.1' WHERE id = 'probe'`)
    await service.sql(`INSERT INTO plugins SELECT 'gone', 'gone', '1', NULL, 1, 1, 1`)
    await service.resetBootstrap()
    await service.fetch('/api/people')
    expect(await installs(service)).toBe(2)
    expect(await service.sql('SELECT id, version, active FROM plugins ORDER BY id')).toEqual([
      { id: 'header-identity', version: '1.0.0', active: 1 },
      { id: 'nickname', version: '1.0.0', active: 1 },
      { id: 'panels', version: '1.0.0', active: 1 },
      { id: 'probe', version: '1.2.3', active: 0 },
      { id: 'sections', version: '1.0.0', active: 1 },
      { id: 'shelf', version: '1.0.0', active: 1 },
    ])
  })
})

describe('paths that skip bootstrap', () => {
  test.each(['/images/a.png', '/assets/probe.txt', '/health', '/some/script.js', '/style.css'])('%s', async (path) => {
    const service = await start()
    await service.fetch(path)
    expect(await service.sql(`SELECT name FROM sqlite_master WHERE name = 'people'`)).toEqual([])
  })

  test('no others', async () => {
    const service = await start()
    await service.fetch('/healthy')
    expect(await service.sql(`SELECT name FROM sqlite_master WHERE name = 'people'`)).toHaveLength(1)
  })
})

describe('a step that fails', () => {
  test('is logged; the request goes on, and the next one tries again', async () => {
    const service = await start()
    await service.fetch('/api/people')
    await service.sql('ALTER TABLE probe_events RENAME TO probe_events_away')
    await service.sql(`UPDATE system_state SET value = 'another program' WHERE key = 'program'`)
    await service.resetBootstrap()
    expect((await service.fetch('/api/people')).status).toBe(200)
    expect(service.logs.filter(({ type }) => type === 'bootstrap')).toEqual([
      expect.objectContaining({ level: 'error', step: 'plugins', error: expect.stringContaining('probe_events') }),
    ])
    await service.sql('ALTER TABLE probe_events_away RENAME TO probe_events')
    expect((await service.fetch('/api/people')).status).toBe(200)
    expect(await installs(service)).toBe(2)
    await service.fetch('/api/people')
    expect(await installs(service)).toBe(2)
  })

  test('a migration that the database refuses leaves nothing behind and stops the data', async () => {
    const service = await start({
      edit: (files) => {
        const [migration] = JSON.parse(files.get('.cms/migrations.json') ?? '')
        migration.statements.push('CREATE TABLE broken (')
        setMigrations(files, [migration])
      },
    })
    const { status, headers, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'schema_pending'])
    expect(headers.get('retry-after')).toBe('5')
    expect(await service.sql(`SELECT name FROM sqlite_master WHERE name = 'people'`)).toEqual([])
  })
})

describe('outside development', () => {
  test('`check` refuses data while the database is behind, and stays up', async () => {
    const service = await start(production)
    for (const [path, init] of [
      ['/api/people', {}],
      ['/auth/probe/public', {}],
      ['/api/people', { body: { name: 'Ann' }, headers: as('editor') }],
    ] as const) {
      const { status, headers, body } = await service.json(path, init)
      expect([path, status, body.code]).toEqual([path, 503, 'schema_pending'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body.detail).toContain('0001_')
    }
    for (const path of ['/health', '/api/health', '/api/']) {
      expect([path, (await service.fetch(path)).status]).not.toEqual([path, 503])
    }
    expect(await service.sql(`SELECT name FROM sqlite_master WHERE name = 'people'`)).toEqual([])
  })

  test('`check` serves once somebody has applied the migrations', async () => {
    let migrations: { name: string; checksum: string; statements: string[] }[] = []
    const service = await start({
      ...production,
      edit: (files) => {
        migrations = JSON.parse(files.get('.cms/migrations.json') ?? '')
      },
    })
    expect((await service.fetch('/api/people')).status).toBe(503)
    await service.sql(LEDGER)
    for (const { name, statements } of migrations) {
      for (const statement of statements) await service.sql(statement)
      await service.sql('INSERT INTO d1_migrations (name) VALUES (?1)', name)
    }
    expect((await service.fetch('/api/people')).status).toBe(200)
    expect((await service.json('/auth/probe/settings')).body.resolved.greeting).toBe('good day')
  })

  test('the database of another environment is refused, however well it would fit, and left as it is', async () => {
    const service = await start()
    await service.fetch('/api/people')
    const key = `WHERE key = 'project'`
    const [row] = await service.sql<{ value: string }>(`SELECT value FROM system_state ${key}`)
    expect(JSON.parse(row?.value ?? '')).toEqual({ project: 'runtime-test', environment: 'development' })
    const theirs = JSON.stringify({ project: 'runtime-test', environment: 'production' })
    await service.sql(`UPDATE system_state SET value = ?1 ${key}`, theirs)
    await service.resetBootstrap()
    const { status, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.detail).toContain('belongs to runtime-test (production), not to runtime-test (development)')
    expect(await service.sql(`SELECT value FROM system_state ${key}`)).toEqual([{ value: theirs }])
    expect((await service.fetch('/health')).status).not.toBe(503)
  })

  test('a developer’s database follows its project when that gets another name', async () => {
    const service = await start()
    await service.fetch('/api/people')
    const former = JSON.stringify({ project: 'former', environment: 'development' })
    await service.sql(`UPDATE system_state SET value = ?1 WHERE key = 'project'`, former)
    await service.resetBootstrap()
    expect((await service.fetch('/api/people')).status).toBe(200)
    expect(await service.sql(`SELECT value FROM system_state WHERE key = 'project'`)).toEqual([
      { value: JSON.stringify({ project: 'runtime-test', environment: 'development' }) },
    ])
  })

  test('a database with tables of others and no ledger is refused, and left as it is', async () => {
    const service = await start()
    await service.sql('CREATE TABLE theirs (id TEXT)')
    const { status, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.detail).toContain('theirs')
    expect(await service.sql(`SELECT name FROM sqlite_master WHERE name IN ('people', 'd1_migrations')`)).toEqual([])
  })

  test('a migration that loses values is applied by a bootstrap where there are none yet', async () => {
    const service = await start({ edit: (files) => void withDrop(files, 'DROP TABLE probe_events') })
    await service.fetch('/api/people')
    expect(await service.sql('SELECT name FROM d1_migrations')).toHaveLength(2)
    expect(await service.sql(`SELECT name FROM sqlite_master WHERE name = 'probe_events'`)).toEqual([])
  })

  test('and never elsewhere', async () => {
    let statements: readonly string[] = []
    const service = await start({
      edit: (files) => {
        statements = withDrop(files, 'DROP TABLE people')
      },
    })
    for (const statement of [...statements, LEDGER]) await service.sql(statement)
    await service.sql(`INSERT INTO d1_migrations (name) VALUES ('0001_initial.sql')`)
    const { status, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'schema_pending'])
    expect(body.detail).toContain('0009_drop.sql is not applied to this database; it loses values')
    expect(await service.sql('SELECT name FROM d1_migrations')).toHaveLength(1)
    expect(await service.sql('SELECT count(*) AS n FROM people')).toEqual([{ n: 0 }])
  })

  test('`off` does not look', async () => {
    const service = await start({ environment: 'open', vars: SECRET })
    const { status, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'schema_pending'])
    expect(body.detail).toContain('table people')
    expect((await service.fetch('/auth/probe/public')).status).toBe(200)
  })

  test('a required secret that is missing is named', async () => {
    const service = await start({ environment: 'production' })
    const { status, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.detail).toContain('PROBE_SECRET (never shown)')
    expect(service.logs.find(({ type }) => type === 'bootstrap')?.error).toContain('PROBE_SECRET')
    expect((await service.fetch('/health')).status).not.toBe(503)
  })

  test('an environment that the config does not know is named', async () => {
    const service = await start({ environment: 'staging' })
    const { status, headers, body } = await service.json('/api/people')
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.detail).toContain('development, open, production')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toBe(body.requestId)
  })
})

describe('settings', () => {
  test('come with defaults and secrets filled in, once', async () => {
    const service = await start({ vars: { PROBE_KEY: 'the key' } })
    expect((await service.json('/auth/probe/settings')).body).toEqual({
      resolved: { greeting: 'hello', key: 'the key', limits: { low: 1, high: 9 } },
      same: true,
      missing: null,
    })
  })

  test('an optional secret may be missing', async () => {
    const service = await start()
    expect((await service.json('/auth/probe/settings')).body.resolved).toEqual({
      greeting: 'hello',
      limits: { low: 1, high: 9 },
    })
  })
})

async function installs(service: Service): Promise<number> {
  const rows = await service.sql(`SELECT 1 FROM probe_events WHERE event LIKE '%install%'`)
  return rows.length
}
