import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostDatabase } from '../../src/hosts/host.ts'
import { openNodeDatabases } from './node-database.ts'
import { startBindings } from './workerd.ts'

interface Opened {
  readonly db: HostDatabase
  dispose(): Promise<void>
}

const HOSTS: { readonly [name: string]: () => Promise<Opened> } = {
  workerd: async () => {
    const { bindings, dispose } = await startBindings()
    return { db: bindings.DB, dispose }
  },
  node: async () => {
    const { databases, dispose } = await openNodeDatabases()
    return { db: databases[0] as HostDatabase, dispose }
  },
}

const SCHEMA = [
  'CREATE TABLE posts (id TEXT PRIMARY KEY, slug TEXT NOT NULL, year INTEGER, views REAL)',
  'CREATE UNIQUE INDEX posts_slug ON posts (slug, year)',
  'CREATE UNIQUE INDEX posts_lower ON posts (lower(slug))',
  'CREATE TABLE comments (id TEXT PRIMARY KEY, post TEXT REFERENCES posts (id))',
  "CREATE TRIGGER comments_closed BEFORE INSERT ON comments WHEN new.id = 'late' BEGIN SELECT RAISE(ABORT, 'comments are closed'); END",
  'CREATE TABLE texts (x TEXT)',
  'CREATE TABLE copies (x TEXT)',
  'CREATE TRIGGER texts_copied AFTER INSERT ON texts BEGIN INSERT INTO copies VALUES (new.x), (new.x); END',
]

describe.each(Object.entries(HOSTS))('a database of %s', (_, open) => {
  let opened: Opened
  let db: HostDatabase
  beforeAll(async () => {
    opened = await open()
    db = opened.db
    await db.batch(SCHEMA.map((sql) => db.prepare(sql)))
    await db.prepare("INSERT INTO posts VALUES ('a', 's', 2026, 0)").run()
  })
  afterAll(() => opened.dispose())

  const all = async (sql: string, ...values: unknown[]) =>
    (
      await db
        .prepare(sql)
        .bind(...values)
        .all()
    ).results
  const list = (expression: string, separator: string, count: number) => Array(count).fill(expression).join(separator)

  const CONSTRAINT = 'SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_'
  const REFUSED: readonly (readonly [sql: string, message: string | RegExp])[] = [
    ["INSERT INTO posts VALUES ('a', 't', 1, 0)", `UNIQUE constraint failed: posts.id: ${CONSTRAINT}PRIMARYKEY)`],
    ["INSERT INTO posts VALUES ('b', 's', 2026, 0)", /(?:posts\.slug, posts\.year|index 'posts_lower'): SQLITE_CONST/],
    [
      "INSERT INTO posts VALUES ('b', 'S', 1, 0)",
      `UNIQUE constraint failed: index 'posts_lower': ${CONSTRAINT}UNIQUE)`,
    ],
    ["INSERT INTO posts (id) VALUES ('b')", `NOT NULL constraint failed: posts.slug: ${CONSTRAINT}NOTNULL)`],
    ["INSERT INTO comments VALUES ('c', 'x')", `FOREIGN KEY constraint failed: ${CONSTRAINT}FOREIGNKEY)`],
    ["INSERT INTO comments VALUES ('late', 'a')", `comments are closed: ${CONSTRAINT}TRIGGER)`],
    ['SELECT * FROM nope', 'no such table: nope: SQLITE_ERROR'],
    ['SELECT nope FROM posts', /no such column: nope\b.*: SQLITE_ERROR/],
    ['INSERT INTO posts (nope) VALUES (1)', 'table posts has no column named nope: SQLITE_ERROR'],
    ['SELEC 1', /near "SELEC": syntax error.*: SQLITE_ERROR/],
    ["SELECT 1 LIMIT 'x'", 'datatype mismatch: SQLITE_MISMATCH'],
    ['', 'No SQL statements detected.'],
    [`SELECT 1 /* ${'é'.repeat(60_000)} */`, 'statement too long: SQLITE_TOOBIG'],
    [`SELECT ${list('1', ' + ', 102)}`, 'Expression tree is too large (maximum depth 100): SQLITE_ERROR'],
    [list('SELECT 1', ' UNION ALL ', 6), 'too many terms in compound SELECT: SQLITE_ERROR'],
    [`SELECT 'a' LIKE '${'x'.repeat(51)}'`, 'LIKE or GLOB pattern too complex: SQLITE_ERROR'],
    [`CREATE TABLE wide (${Array.from({ length: 101 }, (_, n) => `c${n}`)})`, 'too many columns on wide: SQLITE_ERROR'],
    ['CREATE TEMP TABLE mine (x)', 'not authorized: SQLITE_AUTH'],
    ["ATTACH ':memory:' AS other", 'not authorized: SQLITE_AUTH'],
    ['PRAGMA writable_schema = ON', 'not authorized: SQLITE_AUTH'],
    ['BEGIN', /./],
    ['VACUUM', /./],
    ['SELECT ?101', /SQLITE_ERROR/],
    ['SELECT ?1, ?2', 'Wrong number of parameter bindings for SQL query.'],
  ]
  it.each(REFUSED.map(([sql, message]) => [sql.slice(0, 60), sql, message] as const))(
    'refuses %s in the words of D1',
    async (_, sql, message) => {
      await expect(db.prepare(sql).all()).rejects.toThrow(message)
      await expect(db.batch([db.prepare(sql)])).rejects.toThrow(/^D1_ERROR: /)
      await expect(db.withSession().prepare(sql).first()).rejects.toThrow(message)
    },
  )

  it.each([undefined, {}, 1n, new Date(0), ['a']])('refuses to bind %s', async (value) => {
    await expect(async () => db.prepare('SELECT ?1').bind(value).all()).rejects.toThrow(
      /^D1_TYPE_ERROR: Type '\w+' not/,
    )
  })

  it.each([[[]], [[1, 2]]])('refuses %j for one value', async (values) => {
    const message = 'Wrong number of parameter bindings'
    await expect(all('SELECT ?1, \'?2\', "?3" -- ?4\n/* ?5 */', ...values)).rejects.toThrow(message)
  })

  it('takes 100 values, and statements of nearly 100 kB', async () => {
    const values = Array.from({ length: 100 }, (_, index) => index)
    const sum = Array.from({ length: 10 }, (_, row) => `(${list('?', ' + ', 10)}) AS s${row}`)
    expect((await all(`SELECT ${sum} /* ${'x'.repeat(99_000)} */`, ...values))[0]).toMatchObject({ s0: 45, s9: 945 })
  })

  it.each([
    [3, { a: 3, t: 'real', j: '[3.0]' }],
    [1.5, { a: 1.5, t: 'real', j: '[1.5]' }],
    [true, { a: 1, t: 'real', j: '[1.0]' }],
    [Number.NaN, { a: null, t: 'null', j: '[null]' }],
    [Number.POSITIVE_INFINITY, { a: null, t: 'null', j: '[null]' }],
    [null, { a: null, t: 'null', j: '[null]' }],
    ['3', { a: '3', t: 'text', j: '["3"]' }],
    ['grüße 😀', { a: 'grüße 😀', t: 'text', j: '["grüße 😀"]' }],
  ])('binds %s', async (value, row) => {
    expect(await all('SELECT ?1 AS a, typeof(?1) AS t, json_array(?1) AS j', value)).toEqual([row])
  })

  it('stores numbers as columns want them', async () => {
    await db.prepare("INSERT INTO posts VALUES ('n', 'n', ?1, ?2)").bind(7, 7).run()
    const [row] = await all("SELECT typeof(year) AS y, typeof(views) AS v FROM posts WHERE id = 'n'")
    expect(row).toEqual({ y: 'integer', v: 'real' })
  })

  it('rounds whole numbers that JavaScript cannot hold', async () => {
    const numbers = 'SELECT 9007199254740993 AS a, -9223372036854775808 AS b, 9007199254740991 AS c'
    expect(await all(numbers)).toEqual([{ a: 2 ** 53, b: -(2 ** 63), c: Number.MAX_SAFE_INTEGER }])
    expect(await db.prepare(numbers).raw()).toEqual([[2 ** 53, -(2 ** 63), Number.MAX_SAFE_INTEGER]])
  })

  it('gives bytes as lists of numbers, and takes them in every form', async () => {
    const bytes = new Uint8Array([0, 1, 2, 255])
    for (const value of [bytes.subarray(1), bytes.slice(1).buffer, [1, 2, 255]]) {
      expect(await all('SELECT hex(?1) AS h, typeof(?1) AS t', value)).toEqual([{ h: '0102FF', t: 'blob' }])
    }
    expect(await all("SELECT x'0102ff' AS b")).toEqual([{ b: [1, 2, 255] }])
    expect(await db.prepare("SELECT x'0102ff' AS b").raw()).toEqual([[[1, 2, 255]]])
    expect(await db.prepare("SELECT x'0102ff' AS b").first('b')).toEqual([1, 2, 255])
  })

  it('keeps a NUL in a text', async () => {
    await db.prepare('INSERT INTO texts VALUES (?1)').bind('a\0b').run()
    expect(await all('SELECT x, hex(x) AS h, length(x) AS l FROM texts')).toEqual([{ x: 'a\0b', h: '610062', l: 1 }])
  })

  it('gives rows as objects, as lists, and one by one', async () => {
    const twice = db.prepare('SELECT 1 AS a, 2 AS a, 3 AS b')
    expect((await twice.all()).results).toEqual([{ a: 2, b: 3 }])
    expect(await twice.raw()).toEqual([[1, 2, 3]])
    expect(await twice.raw({ columnNames: true })).toEqual([
      ['a', 'a', 'b'],
      [1, 2, 3],
    ])
    expect(await db.prepare('SELECT 1 AS a, 2 AS b WHERE 0').raw({ columnNames: true })).toEqual([['a', 'b']])
    expect(await db.prepare('SELECT 1 AS a, 2 AS b').first()).toEqual({ a: 1, b: 2 })
    expect(await db.prepare('SELECT 1 AS a, 2 AS b').first('b')).toBe(2)
    expect(await db.prepare('SELECT 1 AS a WHERE 0').first()).toBeNull()
    await expect(db.prepare('SELECT 1 AS a').first('b')).rejects.toThrow('Column not found')
    expect(await all('SELECT 1 AS a; ')).toEqual([{ a: 1 }])
    expect(await all('SELECT "a text" AS a')).toEqual([{ a: 'a text' }])
  })

  it('names the columns of a star as they are called now', async () => {
    await db.prepare('CREATE TABLE renamed (first, before)').run()
    await db.prepare('INSERT INTO renamed VALUES (1, 2)').run()
    expect(await all('SELECT * FROM renamed')).toEqual([{ first: 1, before: 2 }])
    await db.prepare('ALTER TABLE renamed RENAME COLUMN before TO after').run()
    expect(await all('SELECT * FROM renamed')).toEqual([{ first: 1, after: 2 }])
    await db.prepare('DROP TABLE renamed').run()
  })

  it('says what a statement changed, triggers included', async () => {
    const changes = async (sql: string) => (await db.prepare(sql).run()).meta.changes
    expect(await changes("INSERT INTO texts VALUES ('x'), ('y')")).toBe(6)
    expect(await changes("UPDATE posts SET views = 1 WHERE id = 'nobody'")).toBe(0)
    expect(await changes('SELECT 1')).toBe(0)
    const { results, meta } = await db
      .prepare("WITH one AS (SELECT 'z' AS x) INSERT INTO texts SELECT x FROM one RETURNING x")
      .all()
    expect([results, meta.changes]).toEqual([[{ x: 'z' }], 3])
    expect(meta.duration).toBeGreaterThanOrEqual(0)
    expect(meta.size_after).toBeGreaterThan(4096)
  })

  it('does all of a batch, or nothing', async () => {
    const insert = db.prepare('INSERT INTO posts (id, slug) VALUES (?1, ?1)')
    const count = db.prepare("SELECT count(*) AS n FROM posts WHERE id LIKE 'batch%'")
    const results = await db.batch([insert.bind('batch1'), count, insert.bind('batch2'), count])
    expect(results.map((result) => result.results)).toEqual([[], [{ n: 1 }], [], [{ n: 2 }]])
    await expect(db.batch([insert.bind('batch3'), insert.bind('batch1')])).rejects.toThrow('UNIQUE constraint failed')
    await expect(db.batch([insert.bind('batch4'), db.prepare('SELECT nope')])).rejects.toThrow('no such column')
    expect(await count.first('n')).toBe(2)
    await expect(db.batch([])).rejects.toThrow('No SQL statements detected')
  })

  it('checks references at the end of a batch that asks for it', async () => {
    const later = db.prepare('PRAGMA defer_foreign_keys = ON')
    const comment = db.prepare('INSERT INTO comments VALUES (?1, ?2)')
    await db.batch([later, comment.bind('1', 'later'), db.prepare("INSERT INTO posts VALUES ('later', 'later', 1, 1)")])
    await expect(db.batch([later, comment.bind('2', 'never')])).rejects.toThrow()
    expect(await all('SELECT id FROM comments')).toEqual([{ id: '1' }])
    await db.batch([
      db.prepare('PRAGMA foreign_keys = OFF'),
      db.prepare("UPDATE posts SET views = 2 WHERE id = 'later'"),
    ])
    await expect(comment.bind('3', 'never').run()).rejects.toThrow('FOREIGN KEY constraint failed')
  })

  it('sees in a session what was written before, also with a bookmark that it never gave', async () => {
    const session = db.withSession('first-primary')
    await session.prepare("INSERT INTO posts (id, slug) VALUES ('session', 'session')").run()
    const read = (start: string) =>
      db.withSession(start).prepare("SELECT slug FROM posts WHERE id = 'session'").first('slug')
    const bookmark = session.getBookmark() ?? '00000001-00000000-00000000-00000000000000000000000000000000'
    expect([await read(bookmark), await read('first-unconstrained')]).toEqual(['session', 'session'])
  })
})

describe('a database file', () => {
  it('refuses a second statement, which SQLite would leave out', async () => {
    const { databases, dispose } = await openNodeDatabases()
    const both = databases[0]?.prepare("INSERT INTO _host_store (key, value) VALUES ('a', 'b'); SELECT 1").all()
    await expect(both).rejects.toThrow('one statement at a time')
    expect(await databases[0]?.prepare('SELECT count(*) AS n FROM _host_store').first('n')).toBe(0)
    await dispose()
  })
})
