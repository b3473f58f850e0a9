import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { databaseTestService, fill } from './fixture.ts'

const SHELL = '/usr/bin/sqlite3'
const service = databaseTestService()
const headers = as('admin')
const folder = mkdtempSync(join(tmpdir(), 'lintel-backup-'))

beforeAll(async () => {
  await fill(service)
  await service.sql(`UPDATE vault SET label = 'a' || char(0) || 'b''c' WHERE id = 1`)
  await service.sql(`UPDATE vault SET hint = X'00FF10' WHERE id = 2`)
  await service.sql(`UPDATE articles SET rating = 1e300 WHERE title = 'Title 1'`)
  await service.sql(`UPDATE articles SET rating = 5.0 WHERE title = 'Title 2'`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const make = async () => (await service.json('/admin/database/backup', { method: 'POST', headers })).body.data
const list = async () => (await service.json('/admin/database/backups', { headers })).body.data as { key: string }[]
const download = async (key: string) => {
  const answer = await service.fetch(`/admin/database/backups/${key}`, { headers })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`
const SCHEMA = `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type, name`
/** Of every row its values as SQL, and its id where it has one of its own. */
const rowsOf = (name: string, columns: readonly string[], rowid: boolean) =>
  `SELECT ${[...(rowid ? ['rowid AS "row id"'] : []), ...columns.map((column) => `hex("${column}") || typeof("${column}") AS "${column}"`)].join(', ')} FROM "${name}" ORDER BY 1, 2`

type Ask = (sql: string) => Promise<Record<string, unknown>[]>

/** Everything in a database that a backup must bring back. */
async function contentsOf(ask: Ask, only?: string): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = only === undefined ? { schema: await ask(SCHEMA) } : {}
  const withoutRowid = await ask('SELECT name FROM pragma_table_list WHERE wr = 1')
  for (const { name } of await ask(TABLES)) {
    if (only !== undefined && only !== name) continue
    const columns = (await ask(`SELECT name FROM pragma_table_info('${name}')`)).map((row) => String(row.name))
    const rowid = !withoutRowid.some((row) => row.name === name)
    contents[String(name)] = await ask(rowsOf(String(name), columns, rowid))
  }
  if (only !== undefined) return contents
  contents.found = await ask(`SELECT rowid FROM articles_fts WHERE articles_fts MATCH 'title AND line' ORDER BY rowid`)
  contents['people found'] = await ask(`SELECT rowid FROM people_fts WHERE people_fts MATCH 'hara'`)
  return contents
}

const live: Ask = (sql) => service.sql(sql)
const fileAsk =
  (db: DatabaseSync): Ask =>
  async (sql) =>
    db.prepare(sql).all() as Record<string, unknown>[]

/** Drops tables that are written to while a backup is made, and are not part of it. */
const without = ({ audit_log: _a, database_statistics: _s, ...rest }: Record<string, unknown>) => rest

describe('a backup', () => {
  test('holds the whole database, which SQLite makes again row by row', async () => {
    const made = await make()
    expect(made).toEqual({
      key: expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{16}\.sql\.gz$/),
      size: expect.any(Number),
      createdAt: expect.stringMatching(/Z$/),
      tables: expect.any(Number),
      rows: expect.any(Number),
    })
    expect((await list())[0]).toEqual(made)
    const { answer, bytes } = await download(made.key)
    expect(answer.headers.get('content-type')).toBe('application/gzip')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(bytes.length).toBe(made.size)
    const db = new DatabaseSync(':memory:')
    db.exec(gunzipSync(bytes).toString('utf8'))
    const restored = await contentsOf(fileAsk(db))
    const original = await contentsOf(live)
    expect(Object.keys(restored)).toEqual(Object.keys(original))
    expect(without(restored)).toEqual(without(original))
    expect((restored.found as unknown[]).length).toBe(12)
    expect((restored['people found'] as unknown[]).length).toBe(1)
    const total = Object.entries(restored).flatMap(([name, rows]) =>
      ['schema', 'found', 'people found', 'sqlite_sequence'].includes(name) ? [] : (rows as unknown[]),
    )
    expect(total.length).toBe(made.rows)
    // Triggers are there again, and do their work.
    db.exec(`UPDATE articles SET title = 'Renamed' WHERE title = 'Title 3'`)
    expect(db.prepare(`SELECT count(*) AS n FROM articles_fts WHERE articles_fts MATCH 'renamed'`).get()).toEqual({
      n: 1,
    })
    expect(db.prepare(`SELECT count(*) AS n FROM content WHERE title = 'Renamed'`).get()).toEqual({ n: 1 })
    db.close()
  })

  test.skipIf(!existsSync(SHELL))('is taken by the sqlite3 shell, but for full text where that is old', async () => {
    const answer = await service.fetch(`/admin/database/backups/${(await make()).key}?format=sql`, { headers })
    expect(answer.headers.get('content-type')).toContain('application/sql')
    const file = join(folder, 'shell.db')
    const { stderr } = spawnSync(SHELL, ['-bail', file], { input: await answer.text(), encoding: 'utf8' })
    const version = execFileSync(SHELL, ['--version'], { encoding: 'utf8' })
    // contentless_delete came with SQLite 3.43.
    const knowsFullText = Number(/^3\.(\d+)/.exec(version)?.[1]) >= 43
    if (knowsFullText) expect(stderr).toBe('')
    else expect(stderr).toContain('contentless_delete')
    const db = new DatabaseSync(file)
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    const original = without(await contentsOf(live))
    for (const [name, rows] of Object.entries(original)) {
      if (/^(?:schema|found|people found)$/.test(name)) continue
      expect([name, await contentsOf(fileAsk(db), name)]).toEqual([name, { [name]: rows }])
    }
    db.close()
  })

  test('leaves nothing behind in the database', async () => {
    await make()
    expect(await service.sql('SELECT count(*) AS n FROM database_backup_chunks')).toEqual([{ n: 0 }])
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    const write = async (n: number) => {
      // Both rows in one transaction: a backup holds both or neither.
      await service.sql(
        `WITH t(label) AS (VALUES ('left ${n}'), ('right ${n}')) INSERT INTO vault (label, inscription, token_hash) SELECT label, label, label FROM t`,
      )
    }
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n += 1) await write(n)
    })()
    const backups = [await make(), await make(), await make()]
    writing = false
    await writer
    for (const { key } of backups) {
      const db = new DatabaseSync(':memory:')
      db.exec(gunzipSync((await download(key)).bytes).toString('utf8'))
      const odd = `SELECT count(*) AS n FROM vault AS a WHERE label LIKE 'left %' AND NOT EXISTS (SELECT 1 FROM vault AS b WHERE b.label = 'right ' || substr(a.label, 6))`
      expect(db.prepare(odd).get()).toEqual({ n: 0 })
      db.close()
    }
    await service.sql(`DELETE FROM vault WHERE label LIKE 'left %' OR label LIKE 'right %'`)
  })

  test('takes rows that are large', async () => {
    for (const n of [1, 2, 3]) {
      await service.sql(
        `INSERT INTO vault (label, inscription, token_hash) VALUES ('large', ?1, ?2)`,
        `i${n}`,
        "x'".repeat(300_000),
      )
    }
    const { key } = await make()
    const db = new DatabaseSync(':memory:')
    db.exec(gunzipSync((await download(key)).bytes).toString('utf8'))
    expect(db.prepare(`SELECT sum(length(token_hash)) AS n FROM vault WHERE label = 'large'`).get()).toEqual({
      n: 1_800_000,
    })
    db.close()
    await service.sql(`DELETE FROM vault WHERE label = 'large'`)
  })

  test('is stored in parts where it is large', async () => {
    await service.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100) INSERT INTO vault (label, inscription, token_hash) SELECT 'random', 'r' || i, hex(randomblob(100000)) FROM n`,
    )
    const { key, size } = await make()
    expect(size).toBeGreaterThan(8 * 1024 * 1024)
    const db = new DatabaseSync(':memory:')
    db.exec(gunzipSync((await download(key)).bytes).toString('utf8'))
    const sum = `SELECT count(*) AS n, sum(length(token_hash)) AS length, max(token_hash) AS largest FROM vault WHERE label = 'random'`
    expect([{ ...db.prepare(sum).get() }]).toEqual(await service.sql(sum))
    db.close()
    await service.sql(`DELETE FROM vault WHERE label = 'random'`)
  })
})

describe('backups', () => {
  test('beyond those that are kept go, the oldest first', async () => {
    const newest = [await make(), await make(), await make(), await make()].map(({ key }) => key)
    expect((await list()).map(({ key }) => key)).toEqual(newest.toReversed().slice(0, 3))
  })

  test('are made by themselves', async () => {
    const before = new Set((await list()).map(({ key }) => key))
    await service.schedule()
    expect((await list()).some(({ key }) => !before.has(key))).toBe(true)
  })

  test('are deleted', async () => {
    const { key } = await make()
    expect((await service.fetch(`/admin/database/backups/${key}`, { method: 'DELETE', headers })).status).toBe(204)
    expect((await service.json(`/admin/database/backups/${key}`, { headers })).status).toBe(404)
    expect((await list()).map((backup) => backup.key)).not.toContain(key)
  })

  test('are reached by no other way', async () => {
    const { key } = await make()
    for (const path of [
      `/media/serve/${key}`,
      `/media/serve/backups%2F${key}`,
      `/images/${key}`,
      `/images/backups/${key}`,
    ]) {
      expect((await service.fetch(path)).status).toBe(404)
    }
    for (const name of ['x', '..%2F..%2Fmedia', `backups%2F${key}`, `${key}.x`, encodeURIComponent('../'.repeat(3))]) {
      expect((await service.json(`/admin/database/backups/${name}`, { headers })).status).toBe(404)
    }
    for (const role of ['editor', 'author', 'viewer']) {
      expect((await service.json(`/admin/database/backups/${key}`, { headers: as(role) })).status).toBe(403)
      expect((await service.json('/admin/database/backups', { headers: as(role) })).status).toBe(403)
      expect((await service.json('/admin/database/backup', { method: 'POST', headers: as(role) })).status).toBe(403)
    }
    expect((await service.json(`/admin/database/backups/${key}`)).status).toBe(401)
  })

  test('have their lines in the audit log', async () => {
    const { key } = await make()
    await download(key)
    await service.fetch(`/admin/database/backups/${key}`, { method: 'DELETE', headers })
    const { body } = await service.json('/admin/audit?limit=3', { headers })
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'database.backup_delete',
      'database.backup_read',
      'database.backup',
    ])
    expect(body.data[0].details.key).toBe(key)
  })

  test('are made and deleted in a browser', async () => {
    const form = { ...headers, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
    const made = await service.fetch('/admin/database/backup', { method: 'POST', headers: form, body: '' })
    expect([made.status, made.headers.get('location')]).toEqual([303, '/admin/database/backups?made=1'])
    const page = await (
      await service.fetch('/admin/database/backups?made=1', { headers: { ...headers, accept: 'text/html' } })
    ).text()
    const [{ key } = { key: '' }] = await list()
    expect(page).toContain('The backup has been created')
    expect(page).toContain(key)
    const gone = await service.fetch(`/admin/database/backups/${key}/delete`, {
      method: 'POST',
      headers: form,
      body: '',
    })
    expect(gone.status).toBe(303)
    expect((await list()).map((backup) => backup.key)).not.toContain(key)
  })
})
