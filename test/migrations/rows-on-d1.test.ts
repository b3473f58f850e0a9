import { afterAll, beforeAll, expect, test } from 'vitest'
import { toMigration } from '../../src/compile/schema/files/migration-file.ts'
import { type Collection, defineCollection, type Fields, field } from '../../src/config/index.ts'
import { ProjectHistory } from '../compile/schema/project.ts'
import { startDatabase, type TestDatabase } from '../runtime/migrations/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})

afterAll(() => database.dispose())

const tags = defineCollection({ name: 'tags', fields: { name: field.string() } })
const posts = (fields: Fields, spec: Partial<Collection> = {}): Collection =>
  ({ ...defineCollection({ name: 'posts', fields }), drafts: true, search: ['title'], ...spec }) as Collection

const references = { tag: field.reference('tags'), tags: field.references('tags'), parent: field.reference('posts') }

test('on D1, a rebuild and a rename keep every row of a table that others, and it itself, refer to', async () => {
  const project = new ProjectHistory()
  const save = async (collection: Collection) => {
    expect(project.build([tags, collection]).findings).toEqual([])
    project.seal()
    await database.apply(project.files.map(toMigration))
  }
  await save(posts({ title: field.string(), rating: field.string(), ...references }))
  const system = 'status, created_at, updated_at, version'
  await database.sql(
    `INSERT INTO tags (id, name, ${system}) VALUES ('t1', 'weather', 'published', 1, 1, 1)`,
    `INSERT INTO posts (id, title, rating, tag, parent, ${system}) VALUES
      ('p1', 'Storm', '4.5', 't1', NULL, 'published', 1, 1, 1), ('p2', 'Loop', 'four', NULL, 'p2', 'draft', 2, 2, 1)`,
    `INSERT INTO posts__tags (owner_id, target_id, position) VALUES ('p1', 't1', 0)`,
  )
  await save(
    posts(
      { title: field.string(), rating: field.number(), ...references },
      { lossy: { rating: 'words are not needed' } },
    ),
  )
  await save(
    posts(
      { name: field.string({ renamedFrom: 'title' }), rating: field.number(), ...references },
      { search: ['name'] },
    ),
  )
  const [rows, joined, found, content, counts, broken] = await database.sql(
    'SELECT id, name, rating, tag, parent FROM posts ORDER BY id',
    'SELECT * FROM posts__tags',
    `SELECT posts.id FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid WHERE posts_fts MATCH 'storm'`,
    'SELECT id, collection_id, title, status FROM content ORDER BY id',
    'SELECT collection_id, status, count FROM content_counts WHERE count <> 0 ORDER BY 1, 2',
    'PRAGMA foreign_key_check',
  )
  expect(rows).toEqual([
    { id: 'p1', name: 'Storm', rating: 4.5, tag: 't1', parent: null },
    { id: 'p2', name: 'Loop', rating: null, tag: null, parent: 'p2' },
  ])
  expect(joined).toEqual([{ owner_id: 'p1', target_id: 't1', position: 0 }])
  expect(found).toEqual([{ id: 'p1' }])
  expect(content).toEqual([
    { id: 'p1', collection_id: 'posts', title: 'Storm', status: 'published' },
    { id: 'p2', collection_id: 'posts', title: 'Loop', status: 'draft' },
    { id: 't1', collection_id: 'tags', title: 'weather', status: 'published' },
  ])
  expect(counts).toEqual([
    { collection_id: 'posts', status: 'draft', count: 1 },
    { collection_id: 'posts', status: 'published', count: 1 },
    { collection_id: 'tags', status: 'published', count: 1 },
  ])
  expect(broken).toEqual([])
})

test('on D1, drafts move to the trash and a choice is renamed wherever it is stored', async () => {
  await database.clear()
  const project = new ProjectHistory()
  const save = async (collection: Collection) => {
    expect(project.build([tags, collection]).findings).toEqual([])
    project.seal()
    await database.apply(project.files.map(toMigration))
  }
  const kinds = (options: Parameters<typeof field.select>[0]['options']) => ({
    title: field.string(),
    kind: field.select({ options }),
    kinds: field.list({ of: field.select({ options }) }),
    tags: field.references('tags'),
  })
  await save(posts(kinds(['news', 'essay'])))
  await database.sql(
    `INSERT INTO tags (id, name, status, created_at, updated_at, version) VALUES ('t1', 'weather', 'published', 1, 1, 1)`,
    `INSERT INTO posts (id, title, kind, kinds, status, created_at, updated_at, version) VALUES
      ('p1', 'Storm', 'news', '["essay","news"]', 'published', 1, 1, 1), ('d1', 'Loop', 'news', '["news"]', 'draft', 2, 2, 1)`,
    `INSERT INTO posts__tags (owner_id, target_id, position) VALUES ('d1', 't1', 0)`,
    `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at)
      VALUES ('p1', 'posts', '{"kind":"essay"}', 1, 1, 1, 1)`,
  )
  await save(posts(kinds([{ value: 'report', renamedFrom: 'news' }, 'essay']), { drafts: { off: 'trash' } }))
  const [rows, trash, pending, content] = await database.sql(
    'SELECT id, kind, kinds FROM posts',
    `SELECT document_id, title, data ->> '$.kind' AS kind, data -> '$.kinds' AS kinds, data -> '$.tags' AS tags FROM content_trash`,
    'SELECT * FROM content_drafts',
    `SELECT id FROM content WHERE collection_id = 'posts'`,
  )
  expect(rows).toEqual([{ id: 'p1', kind: 'report', kinds: '["essay","report"]' }])
  expect(trash).toEqual([{ document_id: 'd1', title: 'Loop', kind: 'report', kinds: '["report"]', tags: '["t1"]' }])
  expect(pending).toEqual([])
  expect(content).toEqual([{ id: 'p1' }])
})
