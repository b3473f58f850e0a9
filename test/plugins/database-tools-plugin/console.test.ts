import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { databaseTestService, fill, queryOf } from './fixture.ts'

const service = databaseTestService()
const query = queryOf(service)

beforeAll(() => fill(service, 5))

/** Everything that the database holds but its audit log, as text: what an attack must leave as it was. */
async function everything(): Promise<string> {
  const tables = await service.sql<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`,
  )
  const contents: unknown[] = []
  for (const { name, sql } of tables) {
    const isRead = sql?.startsWith('CREATE TABLE') && !['audit_log', 'database_statistics'].includes(name)
    contents.push([name, sql, isRead ? await service.sql(`SELECT * FROM "${name}"`) : null])
  }
  return JSON.stringify(contents)
}

describe('what reads', () => {
  test('is answered with columns, rows and what it cost', async () => {
    const { status, body, headers } = await query(
      'SELECT title, rating FROM articles WHERE title > ?1 ORDER BY title',
      ['Title 2'],
    )
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toEqual({
      success: true,
      data: {
        columns: ['title', 'rating'],
        rows: [
          { title: 'Title 3', rating: 3 / 7 },
          { title: 'Title 4', rating: 4 / 7 },
        ],
        rowCount: 2,
        truncated: false,
        durationMs: expect.any(Number),
        rowsRead: expect.any(Number),
        rowsWritten: 0,
      },
    })
    expect(body.data.rowsRead).toBeGreaterThan(0)
  })

  test.each([
    ['VALUES (1, 2), (3, 4)', 2],
    ['WITH t(a) AS (SELECT 1) SELECT a FROM t', 1],
    ['  -- a comment; with a semicolon\nSELECT 1 /* ; */ ; -- the end', 1],
    [`SELECT ';' AS ";", 'it''s' AS [a;b]`, 1],
    [`SELECT * FROM pragma_table_info('articles')`, 15],
    ['SELECT id, id FROM people', 1],
    ['WITH a·b(🙂) AS (VALUES (1e3), (0x1f)) SELECT 🙂 FROM a·b', 2],
    [`SELECT count(*) FROM "articles_fts" WHERE "articles_fts" MATCH 'line'`, 1],
    ['EXPLAIN QUERY PLAN SELECT * FROM articles ORDER BY title', 1],
    ['WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 10) SELECT x FROM c', 10],
    [`SELECT 1 FROM articles WHERE title = 'DELETE FROM articles'`, 0],
    ['SELECT a.title FROM articles a JOIN people p ON p.id = a.author ORDER BY a.rating DESC LIMIT 2', 2],
  ])('%s', async (sql, rows) => {
    const { status, body } = await query(sql)
    expect([status, body.detail, body.data?.rowCount]).toEqual([200, undefined, rows])
  })

  test('names its columns where there is no row', async () => {
    expect((await query('SELECT id, title AS t FROM articles WHERE 0')).body.data).toMatchObject({
      columns: ['id', 't'],
      rows: [],
    })
  })

  test('gives as many rows as the settings say, and says that there were more', async () => {
    const numbers = (limit: number) =>
      query(`WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 5000) SELECT x FROM c LIMIT ${limit}`)
    const { body: many } = await numbers(51)
    expect([many.data.rowCount, many.data.truncated, many.data.rows.at(-1)]).toEqual([50, true, { x: 50 }])
    const { body: few } = await numbers(50)
    expect([few.data.rowCount, few.data.truncated]).toEqual([50, false])
  })

  test.each([
    ['SELECT nonsense FROM articles', 'no such column: nonsense'],
    ['SELECT * FROM nowhere', 'no such table: nowhere'],
    ['SELEC 1', 'accepts SELECT'],
    ['SELECT * FROM articles WHERE', 'incomplete input'],
    ['SELECT ?1, ?2', 'Wrong number of parameter bindings'],
    ['', 'A value is required'],
    ['-- nothing', 'There is no statement'],
    [`SELECT 'open`, 'is missing'],
  ])('%s is an error of the statement: %s', async (sql, message) => {
    const { status, body } = await query(sql)
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(body)).toContain(message)
  })
})

const TWO = 'SELECT 1; '
const ATTACKS: readonly string[] = [
  'DELETE FROM articles',
  'UPDATE articles SET title = 1',
  `INSERT INTO people (id) VALUES ('x')`,
  `REPLACE INTO people (id) VALUES ('x')`,
  'WITH t AS (SELECT 1) DELETE FROM articles',
  `WITH t AS (SELECT 'x' AS id) INSERT INTO people (id, status, created_at, updated_at, version) SELECT id, 'a', 1, 1, 1 FROM t`,
  'DELETE FROM articles RETURNING *',
  '/* SELECT */ DELETE FROM articles',
  '-- SELECT\nDELETE FROM articles',
  'DROP TABLE vault',
  'CREATE TABLE loot (x)',
  'CREATE TABLE loot AS SELECT * FROM vault',
  'CREATE TEMP TABLE loot (x)',
  'CREATE VIEW loot AS SELECT * FROM vault',
  'CREATE TRIGGER t AFTER INSERT ON people BEGIN DELETE FROM articles; END',
  'CREATE VIRTUAL TABLE v USING fts5(x)',
  'ALTER TABLE vault RENAME TO loot',
  'REINDEX',
  'ANALYZE',
  'VACUUM',
  `VACUUM INTO '/tmp/loot'`,
  `ATTACH ':memory:' AS loot`,
  'DETACH main',
  'BEGIN',
  'COMMIT',
  'SAVEPOINT x',
  'PRAGMA foreign_keys = OFF',
  'PRAGMA writable_schema = ON',
  'PRAGMA user_version = 7',
  'PRAGMA journal_mode = DELETE',
  'PRAGMA table_info(vault)',
  'PRAGMA/**/optimize',
  'SELECT * FROM pragma_optimize',
  `SELECT * FROM pragma_user_version(7)`,
  `SELECT * FROM "pragma_journal_mode"`,
  `SELECT * FROM pragma_quick_check`,
  `SELECT load_extension('/tmp/x.so')`,
  `SELECT writefile('/tmp/x', 'x')`,
  `INSERT INTO articles_fts(articles_fts) VALUES ('delete-all')`,
  'DELETE FROM articles_fts_data',
  `UPDATE sqlite_sequence SET seq = 0`,
  'DELETE FROM sqlite_schema',
  'DELETE FROM audit_log',
  `${TWO}DELETE FROM articles`,
  `${TWO}DELETE FROM articles;`,
  `${TWO}SELECT 2`,
  ';DELETE FROM articles',
  `SELECT 1 /*; */; DELETE FROM articles --`,
  `SELECT ';' ; DELETE FROM articles`,
  `SELECT "a"";" ; DELETE FROM articles`,
  'SELECT [;] ; DELETE FROM articles',
  `SELECT 1 -- \r ; \n; DELETE FROM articles`,
  'SELECT 1 /* open ; DELETE FROM articles */; DELETE FROM people',
  'SELECT 1) ; DELETE FROM articles; SELECT (1',
  'SELECT 1) UNION SELECT (2',
  'EXPLAIN DELETE FROM articles',
  'EXPLAIN QUERY PLAN DELETE FROM articles',
  'EXPLAIN EXPLAIN SELECT 1',
  `EXPLAIN ${TWO}DELETE FROM articles`,
  'EXPLAIN PRAGMA foreign_keys = OFF',
  'SELECT * FROM _cf_METADATA',
  'SELECT * FROM _host_store',
  'SELECT body FROM "_HOST_queue"',
  'SELECT 1\0; DELETE FROM articles',
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c',
  'WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 10 OFFSET 999999999999) SELECT x FROM c',
  'WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT -1) SELECT x FROM c',
  'WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1e12) SELECT x FROM c',
  `SELECT * FROM (WITH "c"(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM 'c') SELECT x FROM c)`,
  'WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM (SELECT x FROM c LIMIT 1)) SELECT count(*) FROM c',
]

test('no attack is let through, and none leaves a trace', async () => {
  const before = await everything()
  for (const attack of ATTACKS) {
    const { status, body } = await query(attack)
    expect([400, 403], `${attack}: ${JSON.stringify(body)}`).toContain(status)
    expect(body.detail, attack).toMatch(/\S/)
  }
  expect(await everything()).toBe(before)
})

describe('secrets', () => {
  test('are hidden in what names their table', async () => {
    const { body } = await query('SELECT * FROM vault ORDER BY id')
    expect(body.data.rows[0]).toEqual({
      id: 1,
      label: 'Box 1',
      inscription: '[hidden]',
      token_hash: '[hidden]',
      hint: '[hidden]',
    })
    expect((await query('SELECT api_key FROM articles LIMIT 1')).body.data.rows).toEqual([{ api_key: '[hidden]' }])
    expect((await query('SELECT count(*) AS n FROM vault')).body.data.rows).toEqual([{ n: 2 }])
    expect((await query(`SELECT label FROM vault WHERE label = 'Box 2'`)).body.data.rowCount).toBe(1)
  })

  const READS: readonly string[] = [
    'SELECT inscription FROM vault',
    'SELECT "inscription" AS x FROM "vault"',
    'SELECT [inscription] FROM [vault]',
    'SELECT `inscription` FROM `vault`',
    `SELECT inscription FROM 'vault'`,
    'SELECT INSCRIPTION FROM VAULT',
    'SELECT v.inscription FROM vault v',
    'SELECT vault.* FROM vault',
    'SELECT main.vault.inscription FROM vault',
    'SELECT inscription FROM main.vault',
    'SELECT inscription FROM main /* . */ . "vault"',
    'SELECT inscription FROM "main"."vault"',
    'WITH t(a, b, c, d, e) AS (SELECT * FROM vault) SELECT c FROM t',
    'WITH vault AS (SELECT * FROM main.vault) SELECT * FROM vault',
    'WITH x AS (SELECT 1), vault AS (SELECT inscription AS i FROM main."vault") SELECT i FROM vault',
    'SELECT * FROM (SELECT * FROM vault)',
    'SELECT json_group_array(inscription) FROM vault',
    'SELECT (SELECT inscription FROM vault LIMIT 1)',
    'SELECT hex(inscription), substr(token_hash, 1), quote(hint) FROM vault',
    'SELECT id FROM articles UNION ALL SELECT inscription FROM vault',
    'SELECT a.label FROM vault a NATURAL JOIN vault b',
    "SELECT json_object('x', inscription) FROM vault",
    'SELECT group_concat(inscription) OVER () FROM vault',
    `SELECT upper(token_hash) FROM vault GROUP BY inscription HAVING max(hint) > ''`,
    'EXPLAIN SELECT inscription FROM vault',
  ]
  test.each(READS)('%s', async (sql) => {
    const { status, body } = await query(sql)
    expect([200, 400]).toContain(status)
    const text = JSON.stringify(body)
    for (const secret of ['mellon', 'MELLON', 'sha-of', 'tip-', '6D656C6C6F6E', 'SHA-OF'])
      expect(text).not.toContain(secret)
  })

  test('cannot be guessed by conditions, and their order tells nothing', async () => {
    const found = async (sql: string) => (await query(sql)).body.data?.rowCount ?? 0
    expect(await found(`SELECT id FROM vault WHERE inscription = 'mellon-1'`)).toBe(0)
    expect(await found(`SELECT id FROM vault WHERE inscription LIKE 'mell%'`)).toBe(0)
    expect(await found(`SELECT id FROM main.vault WHERE inscription > 'mellon-1'`)).toBe(0)
    expect(await found(`SELECT id FROM main.vault ORDER BY inscription DESC`)).toBe(0)
    expect(await found(`SELECT id FROM vault WHERE length(token_hash) = 8 AND id = 1`)).toBe(1)
    expect(await found(`SELECT id FROM vault WHERE length(token_hash) = 9`)).toBe(0)
  })

  test('are not found by a window that is called like their table', async () => {
    const ids = async (rest: string) => {
      const { body } = await query(`WITH x AS (SELECT 1) SELECT id FROM vault ${rest}`)
      return (body.data?.rows ?? []).map(({ id }: { id: number }) => id)
    }
    const named = 'WINDOW vault AS (ORDER BY id)'
    expect(await ids(`WHERE inscription > 'mellon' ${named}`)).toEqual([])
    const inOrder = await ids(`${named} ORDER BY inscription, id`)
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
    expect(await ids(`${named} ORDER BY inscription DESC, id`)).toEqual(inOrder)
  })

  test('are not read by way of a view, either', async () => {
    await service.sql('CREATE VIEW loot AS SELECT id, inscription AS harmless FROM vault')
    const { status, body } = await query('SELECT * FROM loot')
    expect([status, body.detail]).toEqual([400, 'The column vault.inscription is never shown.'])
    await service.sql('DROP VIEW loot')
  })

  test('are not read from a backup that is being written', async () => {
    await service.sql(
      `INSERT INTO database_backup_chunks (backup, name, rows, text) VALUES ('x', 'vault', 1, '(1,''mellon'')')`,
    )
    const { body } = await query('SELECT * FROM database_backup_chunks')
    expect(body.data.rows).toEqual([{ id: 1, backup: 'x', name: 'vault', rows: 1, text: '[hidden]' }])
    await service.sql('DELETE FROM database_backup_chunks')
  })

  test('are not among what the editor completes', async () => {
    const { body } = await service.json('/admin/database/query', { headers: as('admin') })
    expect(body.data.tables.vault).toEqual(['id', 'label'])
    expect([body.data.maxQueryRows, body.data.allowWrites]).toEqual([50, false])
  })
})

test('every call has its line in the audit log, refused ones too', async () => {
  await query('SELECT 42 AS answer')
  await query('DELETE FROM articles')
  const { body } = await service.json('/admin/audit?action=database.query&limit=2', { headers: as('admin') })
  const [refusal, answer] = body.data
  expect(answer.details).toMatchObject({ query: 'SELECT 42 AS answer', rowCount: 1 })
  expect(refusal.details).toMatchObject({
    query: 'DELETE FROM articles',
    refused: expect.stringContaining('only reads'),
  })
  expect(refusal.actor.id).toBe('user-admin')
})

test.each(['editor', 'author', 'viewer'])('%s may not', async (role) => {
  const answer = await service.json('/admin/database/query', { body: { query: 'SELECT 1' }, headers: as(role) })
  expect(answer.status).toBe(403)
  expect((await service.json('/admin/database/query', { body: { query: 'SELECT 1' } })).status).toBe(401)
})

test('a browser is answered with the page, which keeps what was typed', async () => {
  const headers = { ...as('admin'), accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const send = async (sql: string) => {
    const body = new URLSearchParams({ query: sql }).toString()
    const answer = await service.fetch('/admin/database/query', { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const good = await send(`SELECT title AS heading FROM articles WHERE title = 'Title 3'`)
  expect(good.status).toBe(200)
  expect(good.text).toContain('SELECT title AS heading')
  expect(good.text).toContain('heading</span></th>')
  const bad = await send('SELECT <b> FROM articles')
  expect(bad.status).toBe(400)
  expect(bad.text).toContain('SELECT &lt;b&gt; FROM articles</textarea>')
  expect(bad.text).toContain('syntax error')
  const long = await send(`SELECT '${'x'.repeat(90_001)}'`)
  expect([long.status, long.text.includes('x'.repeat(90_001))]).toEqual([422, true])
})
