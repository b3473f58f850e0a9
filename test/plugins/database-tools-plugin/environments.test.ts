import { describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { databaseTestService, fill, queryOf } from './fixture.ts'

const headers = as('admin')

describe('a console that may write', () => {
  const service = databaseTestService({ environment: 'writing' })
  const query = queryOf(service)

  test('changes rows, one statement at a time, and says how many', async () => {
    await fill(service, 3)
    const { status, body } = await query(`UPDATE people SET name = ?1 WHERE name LIKE 'Ann%' RETURNING name`, ['Bea'])
    expect([status, body.data?.rows]).toEqual([200, [{ name: 'Bea' }]])
    expect(body.data.rowsWritten).toBeGreaterThan(0)
    expect(await service.sql('SELECT name FROM people')).toEqual([{ name: 'Bea' }])
    expect((await query(`UPDATE people SET name = 'x'; DELETE FROM articles`)).status).toBe(400)
    expect((await query('SELECT count(*) AS n FROM articles')).body.data.rows).toEqual([{ n: 3 }])
  })

  test('writes its line before it runs', async () => {
    await query(`UPDATE people SET name = 'Cleo'`)
    await query(`INSERT INTO people (id) VALUES (NULL)`)
    const { body } = await service.json('/admin/audit?action=database.query&limit=3', { headers })
    const [failed, tried, done] = body.data.map(({ details }: { details: unknown }) => details)
    expect(done).toMatchObject({ query: `UPDATE people SET name = 'Cleo'`, writes: true })
    expect(tried).toMatchObject({ writes: true })
    expect(failed).toMatchObject({ failed: expect.stringContaining('NOT NULL') })
  })

  test('explains a change without making it', async () => {
    expect((await query('EXPLAIN QUERY PLAN DELETE FROM articles')).status).toBe(200)
    expect((await query('SELECT count(*) AS n FROM articles')).body.data.rows).toEqual([{ n: 3 }])
  })

  test.each([
    'DROP TABLE vault',
    'CREATE TABLE loot (x)',
    'ALTER TABLE vault ADD COLUMN x',
    'CREATE TRIGGER t AFTER INSERT ON people BEGIN DELETE FROM articles; END',
    'PRAGMA writable_schema = ON',
    `INSERT INTO sqlite_schema (name) VALUES ('x')`,
    'VACUUM',
    'DELETE FROM audit_log',
    `INSERT INTO audit_log (id, at, action, request_id) VALUES ('0', 0, 'x', 'x')`,
    'UPDATE d1_migrations SET checksum = NULL',
    `UPDATE system_state SET value = 'x'`,
    'UPDATE vault SET label = token_hash',
    'UPDATE vault SET label = "inscription"',
    `UPDATE vault SET token_hash = 'mine'`,
    `UPDATE articles SET title = (SELECT inscription FROM main.vault)`,
    'DELETE FROM vault RETURNING inscription',
    `DELETE FROM articles_fts`,
    'DELETE FROM articles_fts_data',
    `UPDATE sqlite_sequence SET seq = 0`,
  ])('never runs %s', async (sql) => {
    const { status } = await query(sql)
    expect([400, 403]).toContain(status)
    expect(await service.sql(`SELECT label FROM vault ORDER BY id`)).toEqual([{ label: 'Box 1' }, { label: 'Box 2' }])
  })

  test('gives no secret away, and copies none', async () => {
    expect(
      (
        await query(
          `INSERT INTO people (id, status, name, created_at, updated_at, version) VALUES ('p', 'published', 'Dan', 1, 1, 1)`,
        )
      ).status,
    ).toBe(200)
    expect((await query(`INSERT INTO limited_attempts SELECT 'a', 'b', 1, 2, 0`)).status).toBe(200)
    const { body } = await query(`UPDATE vault SET label = label || '!' WHERE id = 1 RETURNING *`)
    expect(body.data.rows).toEqual([
      { id: 1, label: 'Box 1!', inscription: '[hidden]', token_hash: '[hidden]', hint: '[hidden]' },
    ])
    await query(`UPDATE articles SET (title, body) = (SELECT label, x FROM (SELECT id, label, 1 AS x FROM vault))`)
    await query(`WITH t(a, b, c, d, e) AS (SELECT * FROM vault) UPDATE articles SET title = (SELECT c FROM t LIMIT 1)`)
    await service.sql('CREATE VIEW loot AS SELECT inscription AS harmless FROM vault')
    expect((await query('UPDATE articles SET title = (SELECT harmless FROM loot LIMIT 1)')).status).toBe(400)
    await service.sql('DROP VIEW loot')
    expect(JSON.stringify(await service.sql('SELECT * FROM articles'))).not.toMatch(/mellon|sha-of|tip-/)
  })
})

describe('an environment whose migrations are run by hand', () => {
  const service = databaseTestService({ environment: 'manual' })

  test('serves no data until somebody has run them', async () => {
    expect((await service.json('/api/articles')).body.code).toBe('schema_pending')
    const before = (await service.json('/admin/database/migrations/status', { headers })).body.data
    expect(before.applied).toEqual([])
    expect(before.pending.length).toBeGreaterThan(0)
    const run = () => service.json('/admin/database/migrations/run', { method: 'POST', headers })
    expect(
      (await service.json('/admin/database/migrations/run', { method: 'POST', headers: as('editor') })).status,
    ).toBe(403)
    expect((await run()).body).toEqual({ success: true, data: { applied: before.pending, held: [] } })
    expect((await service.json('/api/articles')).status).toBe(200)
    const after = (await service.json('/admin/database/migrations/status', { headers })).body.data
    expect(after).toEqual({
      applied: before.pending.map((name: string) => ({
        name,
        appliedAt: expect.stringMatching(/Z$/),
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
      pending: [],
      drift: [],
    })
    expect((await run()).body.data.applied).toEqual([])
  })

  test('says where the ledger contradicts the program, and changes nothing then', async () => {
    await service.sql(`UPDATE d1_migrations SET checksum = 'other'`)
    const { data } = (await service.json('/admin/database/migrations', { headers })).body
    expect(data.drift[0]).toMatchObject({ kind: 'edited' })
    expect((await service.json('/admin/database/migrations/run', { method: 'POST', headers })).status).toBe(409)
    const page = await service.fetch('/admin/database/migrations', { headers: { ...headers, accept: 'text/html' } })
    expect(await page.text()).toContain('was changed after it had been applied')
  })
})

describe('a closed environment', () => {
  const service = databaseTestService({ environment: 'closed' })

  test('has no console and no backups, and shows neither', async () => {
    await service.json('/api/articles')
    for (const [method, path] of [
      ['POST', 'query'],
      ['GET', 'query'],
      ['POST', 'backup'],
      ['GET', 'backups'],
      ['GET', 'backups/20260101T000000000Z-0123456789abcdef.sql.gz'],
    ] as const) {
      const body = path === 'query' && method === 'POST' ? { query: 'SELECT 1' } : undefined
      expect([path, (await service.json(`/admin/database/${path}`, { method, body, headers })).status]).toEqual([
        path,
        404,
      ])
    }
    const page = await (await service.fetch('/admin/database', { headers: { ...headers, accept: 'text/html' } })).text()
    expect(page).toContain('/admin/database/tables')
    expect(page).not.toMatch(/\/admin\/database\/(?:query|backups)/)
    await service.schedule()
    expect(await service.sql('SELECT count(*) AS n FROM database_backup_chunks')).toEqual([{ n: 0 }])
  })
})
