import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remoteDatabase } from '../../../src/cli/cloudflare/remote-database.ts'
import type { ProjectDatabase } from '../../../src/cli/database/project-database.ts'
import { findDrift } from '../../../src/compile/drift/find-drift.ts'
import { reconciliation } from '../../../src/compile/drift/reconciliation.ts'
import { schemaAfter } from '../../../src/compile/drift/schema-after.ts'
import { type MigrationFile, toMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { findSchemaStatements } from '../../../src/compile/schema/files/reshaping.ts'
import { classOfStep } from '../../../src/compile/schema/steps/step.ts'
import { defineCollection, field, fieldTypes } from '../../../src/config/index.ts'
import { type StandIn, startStandIn } from '../../cloudflare/stand-in.ts'
import { lowered } from '../schema/lowered.ts'
import { ProjectHistory } from '../schema/project.ts'

const ids = Array.from({ length: 26 }, (_, index) => `db-${index}`)
let api: StandIn
let used = 0

const posts = defineCollection({
  name: 'posts',
  search: ['title'],
  fields: {
    title: field.string({ required: true, default: 'untitled' }),
    views: field.number({ integer: true, default: 3 }),
    tags: field.references('posts'),
  },
})
const project = new ProjectHistory()
project.build([posts])
project.seal()
const chain = project.files
const expected = schemaAfter(chain)

const ROWS = [
  `INSERT INTO posts (id, status, created_at, updated_at, version, title, views) VALUES ('p1', 'published', 1, 1, 1, 'Sunrise', 7)`,
  `INSERT INTO posts (id, status, created_at, updated_at, version, title, views) VALUES ('p2', 'draft', 2, 2, 1, 'Sunset', 8)`,
  `INSERT INTO posts__tags (owner_id, target_id, position) VALUES ('p1', 'p2', 0)`,
]

beforeAll(async () => {
  api = await startStandIn(ids)
})
afterAll(() => api.dispose())

/** A database as the migrations make it, with rows in it. */
async function filled(): Promise<{ id: string; database: ProjectDatabase }> {
  const id = ids[used++] ?? ''
  const { account, token, baseUrl } = api
  const database = remoteDatabase({ account, token, baseUrl, database: id })
  await database.apply(chain.map(toMigration))
  await api.sql(id, ...ROWS)
  return { id, database }
}

async function driftOf(database: ProjectDatabase) {
  const { schema: live } = await database.find()
  return { live, drift: findDrift(live, expected) }
}

/** Message for each difference. */
const said = async (database: ProjectDatabase) => (await driftOf(database)).drift.map(({ message }) => message)

async function reconciled(database: ProjectDatabase): Promise<MigrationFile | null> {
  const source = { ...(await driftOf(database)), expected, collections: lowered(posts), types: fieldTypes }
  const file = reconciliation(source, chain)
  // It stands in the chain as one that is written by hand, which may say nothing else about the schema.
  expect(findSchemaStatements(file ? [file] : [])).toEqual([])
  return file
}

const state = (id: string) =>
  api.sql(
    id,
    'SELECT rowid AS row, id, status, title, views FROM posts ORDER BY id',
    'SELECT * FROM posts__tags',
    'SELECT id, collection_id, title, status FROM content ORDER BY id',
    `SELECT status, count FROM content_counts WHERE count > 0 ORDER BY status`,
    `SELECT id FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid WHERE posts_fts MATCH 'sunrise OR sunset' ORDER BY id`,
  )

test('a database that only its migrations have touched has none', async () => {
  const { database } = await filled()
  expect(await said(database)).toEqual([])
  expect(await reconciled(database)).toBeNull()
})

const REMADE = [
  'PRAGMA defer_foreign_keys = ON',
  'CREATE TABLE t AS SELECT owner_id, target_id, position FROM posts__tags',
  'DROP TABLE posts__tags',
  'CREATE TABLE posts__tags (owner_id TEXT NOT NULL, target_id TEXT NOT NULL COLLATE NOCASE, position INTEGER NOT NULL, PRIMARY KEY (owner_id, position)) WITHOUT ROWID',
  'INSERT INTO posts__tags SELECT * FROM t',
  'DROP TABLE t',
]

describe.each<readonly [string, readonly string[], readonly string[], string]>([
  [
    'an index that is gone',
    ['DROP INDEX posts__tags__target'],
    ['the index posts__tags__target of posts__tags is missing from the database'],
    'caution',
  ],
  [
    'an index that nobody declared, and one in another form',
    [
      'CREATE INDEX mine ON posts (views)',
      'DROP INDEX posts__tags__target',
      'CREATE INDEX posts__tags__target ON posts__tags (target_id)',
    ],
    [
      'the index mine of posts is in the database, but not in the lock',
      'the index posts__tags__target of posts__tags differs between the database and the lock',
    ],
    'caution',
  ],
  [
    'a column that nobody declared',
    ['ALTER TABLE posts ADD COLUMN note TEXT', `UPDATE posts SET note = 'x'`],
    ['the column posts.note is in the database, but not in the lock'],
    'destructive',
  ],
  [
    'a trigger that is gone',
    ['DROP TRIGGER posts__search_update'],
    ['the trigger posts__search_update of posts is missing from the database'],
    'safe',
  ],
  [
    'a trigger that nobody declared',
    ['CREATE TRIGGER mine AFTER INSERT ON posts BEGIN SELECT 1; END'],
    ['the trigger mine of posts is in the database, but not in the lock'],
    'safe',
  ],
  [
    'a full-text table that is gone',
    ['DROP TABLE posts_fts'],
    ['the search table posts_fts is missing from the database'],
    'safe',
  ],
  [
    'a table made anew by hand, without foreign keys and with another collation',
    REMADE,
    [
      'the foreign key owner_id of posts__tags is missing from the database',
      'the foreign key target_id of posts__tags is missing from the database',
      'the constraint "target_id" COLLATE NOCASE of posts__tags is in the database, but not in the lock',
      'the index posts__tags__target of posts__tags is missing from the database',
    ],
    'caution',
  ],
])('%s', (_name, statements, messages, strongest) => {
  test('is found, and a migration brings back the schema and keeps every row, there and elsewhere', async () => {
    const { id, database } = await filled()
    const before = await state(id)
    await api.sql(id, ...statements)
    expect(await said(database)).toEqual(messages)
    const file = await reconciled(database)
    expect(file?.header).toMatchObject({ origin: 'hand', parent: chain.at(-1)?.checksum })
    expect(file?.steps.map(classOfStep)).toContain(strongest)
    expect(file?.name).toMatch(/^0002_[a-z]\w+\.sql$/)
    const migrations = [...chain, ...(file ? [file] : [])].map(toMigration)
    const other = await filled()
    for (const each of [{ id, database }, other]) {
      await each.database.apply(migrations)
      expect(await said(each.database)).toEqual([])
      expect(await state(each.id)).toEqual(before)
    }
  })
})

test('a column that is gone comes back empty, and where it was not gone keeps its values', async () => {
  const { id, database } = await filled()
  const indexes = await api.sql(id, `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%"views"%'`)
  const drops = (indexes[0] ?? []).map(({ name }) => `DROP INDEX "${name}"`)
  await api.sql(id, ...drops, 'ALTER TABLE posts DROP COLUMN views')
  expect((await said(database))[0]).toBe('the column posts.views is missing from the database')
  const file = await reconciled(database)
  const migrations = [...chain, ...(file ? [file] : [])].map(toMigration)
  const other = await filled()
  for (const [each, views] of [
    [{ id, database }, [null, null]],
    [other, [7, 8]],
  ] as const) {
    await each.database.apply(migrations)
    expect(await said(each.database)).toEqual([])
    expect(await api.sql(each.id, 'SELECT views FROM posts ORDER BY id')).toEqual([
      views.map((value) => ({ views: value })),
    ])
  }
})

test('what was written while a trigger was gone is in content, counts and search afterwards', async () => {
  const { id, database } = await filled()
  const before = await state(id)
  await api.sql(id, 'DELETE FROM posts__tags', `DELETE FROM posts WHERE id = 'p1'`)
  await api.sql(
    id,
    'DROP TRIGGER posts__content_insert',
    'DROP TRIGGER posts__search_insert',
    ...ROWS.filter((sql) => !sql.includes("'p2', 'draft'")),
  )
  expect(await api.sql(id, `SELECT id FROM content WHERE id = 'p1'`)).toEqual([[]])
  const file = await reconciled(database)
  await database.apply([...chain, ...(file ? [file] : [])].map(toMigration))
  const [, ...rest] = await state(id)
  expect(rest).toEqual(before.slice(1))
})

test('a table of somebody else is reported, and no migration touches it', async () => {
  const { id, database } = await filled()
  await api.sql(
    id,
    'CREATE TABLE wp_posts (id INTEGER PRIMARY KEY, body VARCHAR(9) CHECK (body <> 1))',
    'CREATE TABLE archive__posts__1 (id)',
  )
  expect(await driftOf(database)).toMatchObject({
    drift: [
      {
        kind: 'foreign',
        name: 'wp_posts',
        message: 'the table wp_posts is in the database, but no migration created it',
      },
    ],
  })
  expect(await reconciled(database)).toBeNull()
})

test('a build goes on with the migration in place', async () => {
  const { id, database } = await filled()
  await api.sql(id, 'ALTER TABLE posts ADD COLUMN note TEXT')
  const file = await reconciled(database)
  project.files = [...chain, ...(file ? [file] : [])]
  project.seal()
  expect(project.build([posts])).toMatchObject({ findings: [], steps: [], removed: [] })
  project.files = chain
})
