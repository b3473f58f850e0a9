import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Migration } from '../../../src/manifest/index.ts'
import { startDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})
beforeEach(() => database.clear())
afterAll(() => database.dispose())

const first = migration('0001_initial.sql', 'CREATE TABLE posts (id TEXT PRIMARY KEY, title TEXT)')
const second = migration(
  '0002_add_slug.sql',
  'ALTER TABLE posts ADD COLUMN slug TEXT',
  `INSERT INTO posts VALUES ('a', 'A', 'a')`,
)
const drop = migration('0003_drop_title.sql', 'ALTER TABLE posts DROP COLUMN title')

test('migrations are applied in order, once, and the ledger says when', async () => {
  expect(await database.apply([first, second])).toEqual({ applied: [first.name, second.name], held: [] })
  expect(await database.apply([first, second])).toEqual({ applied: [], held: [] })
  const status = await database.status([first, second, drop])
  expect(status.applied.map(({ name, checksum }) => ({ name, checksum }))).toEqual([
    { name: first.name, checksum: first.checksum },
    { name: second.name, checksum: second.checksum },
  ])
  expect(status.applied[0]?.appliedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(status).toMatchObject({ pending: [drop.name], drift: [] })
})

test('a migration that fails in its middle leaves nothing behind, and those before it stay', async () => {
  const broken = migration('0002_broken.sql', 'CREATE TABLE half (id TEXT)', 'INSERT INTO missing VALUES (1)')
  await expect(database.apply([first, broken])).rejects.toThrow(
    /MigrationError: 0002_broken\.sql failed and changed nothing: no such table: missing/,
  )
  expect(await database.status([first, broken])).toMatchObject({
    applied: [{ name: first.name }],
    pending: [broken.name],
  })
  expect(await database.sql(`SELECT name FROM sqlite_schema WHERE name = 'half'`)).toEqual([[]])
})

test('a check that a migration makes says in words why it failed', async () => {
  const guarded = migration(
    '0002_title_required.sql',
    `INSERT INTO posts VALUES ('a', NULL)`,
    'CREATE TABLE migration_check ("posts.title is required and has no value in some rows" INTEGER NOT NULL)',
    'INSERT INTO migration_check SELECT NULL FROM posts WHERE title IS NULL LIMIT 1',
  )
  await expect(database.apply([first, guarded])).rejects.toThrow(
    '0002_title_required.sql failed and changed nothing: posts.title is required and has no value in some rows',
  )
})

test('a table that merely has the name of ours tells no owner, and is a foreign one', async () => {
  await database.sql('CREATE TABLE system_state (id TEXT)')
  const owner = { project: 'shop', environment: 'production' }
  await expect(database.apply([first], { destructive: true, owner })).rejects.toThrow(
    'WrongDatabaseError: the database contains tables that no migration of this project created: system_state',
  )
})

test('a database says what is in it: nothing at first, then its tables, and which of them hold rows', async () => {
  expect(await database.find()).toMatchObject({ ledger: [], filled: [] })
  await database.apply([first])
  await database.sql('CREATE TABLE empty (id TEXT)')
  const found = await database.find()
  expect(found.schema.map(({ name }) => name)).toEqual(expect.arrayContaining(['posts', 'empty']))
  expect(found.filled).not.toContain('posts')
  await database.apply([first, second])
  const { filled } = await database.find()
  expect([filled.includes('posts'), filled.includes('empty')]).toEqual([true, false])
})

test('a migration that was changed after it had been applied is drift, and nothing more is applied', async () => {
  await database.apply([first])
  const edited = { ...first, checksum: checksum('other') }
  expect((await database.status([edited])).drift).toEqual([
    {
      name: first.name,
      kind: 'edited',
      message: '0001_initial.sql was changed after it had been applied to this database',
    },
  ])
  await expect(database.apply([edited, second])).rejects.toThrow('MigrationDriftError: 0001_initial.sql was changed')
  expect((await database.status([first, second])).pending).toEqual([second.name])
})

test('of two chains that grow at once, one is applied, and the others are told that the database went another way', async () => {
  const chains = ['one', 'two', 'three'].map((word) => [
    first,
    migration(`0002_${word}.sql`, `CREATE TABLE ${word} (id TEXT)`),
    migration(`0003_more_${word}.sql`, `CREATE TABLE more_${word} (id TEXT)`),
  ])
  await database.apply([first])
  const appliers = Array.from({ length: 12 }, (_, index) => database.apply(chains[index % 3] ?? []))
  const outcomes = await Promise.allSettled(appliers)
  const ledger = (await database.status([first])).applied.map(({ name }) => name)
  const winner = chains.find((chain) => chain[1]?.name === ledger[1]) ?? []
  expect(ledger).toEqual(winner.map(({ name }) => name))
  for (const [index, outcome] of outcomes.entries()) {
    const isWinner = chains[index % 3] === winner
    expect([index, outcome.status]).toEqual([index, isWinner ? 'fulfilled' : 'rejected'])
    if (outcome.status === 'rejected') {
      expect(String(outcome.reason)).toContain(
        `MigrationDriftError: ${winner[1]?.name} was applied to this database, but this program does not know it`,
      )
    }
  }
})

test('two first migrations that differ: one makes the database, the other is refused', async () => {
  const other = migration('0001_other.sql', 'CREATE TABLE other (id TEXT)')
  const outcomes = await Promise.allSettled([database.apply([first]), database.apply([other])])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await database.status([])).applied).toHaveLength(1)
})

test('a row of the ledger names its parent and its phase', async () => {
  await database.apply([first])
  const [[row]] = (await database.sql('SELECT parent, phase FROM d1_migrations')) as [[object]]
  expect(row).toEqual({ parent: null, phase: 'switch' })
  await database.apply([first, second])
  expect(await database.sql('SELECT parent FROM d1_migrations ORDER BY id')).toEqual([
    [{ parent: null }, { parent: first.checksum }],
  ])
})

test("wrangler's own ledger is gone on with, and keeps its rows", async () => {
  await database.sql(
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    ...first.statements,
    `INSERT INTO d1_migrations (name) VALUES ('${first.name}')`,
  )
  const appliers = Array.from({ length: 5 }, () => database.apply([first, second]))
  const outcomes = await Promise.all(appliers)
  expect(outcomes.flatMap(({ applied }) => applied)).toEqual([second.name])
  expect(await database.sql('SELECT name, checksum, parent, phase FROM d1_migrations ORDER BY id')).toEqual([
    [
      { name: first.name, checksum: null, parent: null, phase: null },
      { name: second.name, checksum: second.checksum, parent: first.checksum, phase: 'switch' },
    ],
  ])
})

function migration(name: string, ...statements: string[]): Migration {
  return { name, checksum: checksum(statements.join()), statements, destructive: false, phase: 'switch' }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
