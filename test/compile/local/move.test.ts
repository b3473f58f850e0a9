import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Archive, archivesOf, lossesOfPending, type Move, planMove } from '../../../src/compile/local/plan-move.ts'
import { localize } from '../../../src/compile/lower/localize.ts'
import { toMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import type { Locales } from '../../../src/config/config.ts'
import { type Collection, defineCollection, type Fields, field, fieldTypes } from '../../../src/config/index.ts'
import { startDatabase, type TestDatabase } from '../../runtime/migrations/database.ts'
import { CONTENT_COLUMNS, coreTables, loweredIn } from '../schema/lowered.ts'
import { ProjectHistory } from '../schema/project.ts'

let database: TestDatabase
let project: ProjectHistory
let archives: readonly Archive[] = []

beforeAll(async () => {
  database = await startDatabase()
})

beforeEach(async () => {
  await database.clear()
  project = new ProjectHistory()
  await save({})
  project.seal()
  await database.sql(insert('p1', { title: 'One' }))
})

afterAll(() => database.dispose())

/** A save in watch mode: the pending migration is rewritten, and the local database follows. */
async function save(
  added: Fields,
  spec: Partial<Collection> = {},
  remembers = true,
  locales?: Locales,
): Promise<Move | null> {
  const { source, found } = await build(added, spec, remembers, locales)
  const { schema } = source
  const move = planMove(found, source)
  if (move) {
    const lost = new Set(move.losses.map(({ table }) => table))
    archives = archivesOf([...lost], found, schema)
    await database.move({ ...move, statements: [...archives.map(({ sql }) => sql), ...move.statements] })
  }
  await database.apply(project.files.map(toMigration))
  const { pending, drift } = await database.status(project.files.map(toMigration))
  expect({ pending, drift }).toEqual({ pending: [], drift: [] })
  return move
}

async function build(added: Fields, spec: Partial<Collection>, remembers: boolean, locales: Locales | undefined) {
  const former = remembers ? project.files : []
  const posts: Collection = defineCollection({
    name: 'posts',
    search: ['title'],
    fields: { title: field.string(), tag: field.reference('posts'), ...added },
    ...spec,
  } as Collection)
  const config = { name: 'test', environments: {}, collections: [posts], ...(locales && { locales }) }
  const declared = localize(config).collections
  expect(project.build(declared, locales && { locales }).findings).toEqual([])
  const collections = loweredIn(locales, declared)
  const schema = modelSchema(collections, coreTables)
  const source = { files: project.files, former, config, collections, schema, types: fieldTypes }
  return { found: await database.find(), source: { ...source, collectionColumns: CONTENT_COLUMNS } }
}

function insert(id: string, row: Record<string, string | number>): string {
  const complete = { id, status: 'published', created_at: 1, updated_at: 1, version: 1, ...row }
  const values = Object.values(complete).map((value) => (typeof value === 'number' ? value : `'${value}'`))
  return `INSERT INTO posts (${Object.keys(complete).join(', ')}) VALUES (${values.join(', ')})`
}

describe.each([
  ['with the migration that led there at hand', true],
  ['with nothing but the database itself', false],
])('%s', (_name, remembers) => {
  test('a second save moves the database on, and keeps what was written in between', async () => {
    await save({ lead: field.string() })
    await database.sql(`UPDATE posts SET lead = 'kept'`)
    await save({ lead: field.string(), views: field.number({ integer: true, default: 3 }) }, {}, remembers)
    expect(await database.sql('SELECT lead, views FROM posts')).toEqual([[{ lead: 'kept', views: 3 }]])
  })

  test('a field that is taken back leaves its values in copies of the tables, of versions and pending changes too', async () => {
    await save({ lead: field.string() })
    await database.sql(
      `UPDATE posts SET lead = 'lost'`,
      `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at)
      VALUES ('p1', 1, 'posts', 'published', '{"lead":"former"}', 1), ('p1', 2, 'posts', 'published', '{"lead":null}', 1),
      ('o1', 1, 'others', 'published', '{"lead":"theirs"}', 1)`,
      `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at)
      VALUES ('p1', 'posts', '{"lead":"pending"}', 1, 1, 1, 1)`,
    )
    const { source, found } = await build({}, {}, remembers, undefined)
    const losses = planMove(found, source)?.losses ?? []
    const counts = await database.sql(...losses.map(({ sql }) => sql))
    expect(losses.map(({ table, field: name }, index) => [table, name, counts[index]?.[0]?.lost])).toEqual([
      ['posts', 'lead', 1],
      ['content_versions', 'lead', 1],
      ['content_trash', 'lead', 0],
      ['content_drafts', 'lead', 1],
      ['content_draft_versions', 'lead', 0],
    ])
    await save({}, {}, remembers)
    expect(await database.sql(`SELECT lead FROM "${archives[0]?.copy}"`)).toEqual([[{ lead: 'lost' }]])
    expect(project.files).toHaveLength(1)
  })

  test('a field that is renamed before git has it takes its values along', async () => {
    await save({ lead: field.string() })
    await database.sql(`UPDATE posts SET lead = 'kept'`)
    await save({ intro: field.string({ renamedFrom: 'lead' }) }, {}, remembers)
    expect(await database.sql('SELECT intro FROM posts')).toEqual([[{ intro: 'kept' }]])
  })

  test('a locale that is renamed before git has it takes its values along', async () => {
    const lead = { lead: field.string({ localized: true }) }
    await save(lead, {}, remembers, { default: 'en', others: ['de'] })
    await database.sql(`UPDATE posts SET lead__de = 'kept'`)
    await save(lead, {}, remembers, { default: 'en', others: ['de-AT'], renamedFrom: { 'de-AT': 'de' } })
    expect(await database.sql('SELECT lead__de_at FROM posts')).toEqual([[{ lead__de_at: 'kept' }]])
  })

  test('a required field without a value for the rows there are stops nobody', async () => {
    await save({ lead: field.string() })
    await save(
      { lead: field.string(), note: field.string({ required: true, backfill: { field: 'lead' } }) },
      {},
      remembers,
    )
    expect(await database.sql('SELECT note FROM posts')).toEqual([[{ note: null }]])
  })

  test('search follows, and an archive is no part of the schema', async () => {
    await save({ lead: field.string() })
    await database.sql(`UPDATE posts SET lead = 'sunrise'`)
    await save({ lead: field.string() }, { search: ['lead'] }, remembers)
    const found = `SELECT id FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid WHERE posts_fts MATCH 'sunrise'`
    expect(await database.sql(found)).toEqual([[{ id: 'p1' }]])
    await save({}, {}, remembers)
    await save({ lead: field.text() }, {}, remembers)
    await save({}, {}, remembers)
    expect(await database.sql('SELECT title FROM posts')).toEqual([[{ title: 'One' }]])
  })
})

test('a database whose ledger agrees is left to the runner', async () => {
  expect(await save({ lead: field.string() })).toBeNull()
})

test('of locales, only one that goes is told as a loss', async () => {
  const lead = { lead: field.string({ localized: true }) }
  await save(lead, {}, true, { default: 'en', others: ['de', 'fr'] })
  project.seal()
  const next = { default: 'en', others: ['de-AT'], renamedFrom: { 'de-AT': 'de' }, dropped: { fr: 'nobody reads it' } }
  const { source, found } = await build(lead, {}, true, next)
  const lost = lossesOfPending(found, source.files).map(({ field: name }) => name)
  expect([...new Set(lost)]).toEqual(['lead@fr', 'translatedAt@fr'])
})
