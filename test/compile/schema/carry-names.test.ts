import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { type Collection, defineCollection, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'
import { Rows } from './rows.ts'

const views = sqliteTable(
  'views',
  { user: text('user').notNull(), collection: text('collection').notNull() },
  (table) => [primaryKey({ columns: [table.user, table.collection] })],
)
const plugins = [{ owner: 'plugin:views', tables: [views] }]
const named = (name: string, renamedFrom?: string): Collection =>
  defineCollection({ name, fields: { title: field.string() }, ...(renamedFrom === undefined ? {} : { renamedFrom }) })

function start(...names: string[]) {
  const project = new ProjectHistory()
  project.collectionColumns.push({ table: 'views', column: 'collection' })
  const rows = new Rows()
  const change = (...collections: Collection[]) => {
    expect(project.build(collections, {}, plugins).findings).toEqual([])
    rows.apply(project.files)
    project.seal()
  }
  change(...names.map((name) => named(name)))
  for (const name of names) rows.all(`INSERT INTO views VALUES ('u1', ?)`, name)
  return {
    rows,
    change,
    seen: () => rows.all('SELECT collection FROM views ORDER BY rowid').map(({ collection }) => collection),
  }
}

test("a plugin's table that names collections follows a rename", () => {
  const { change, seen } = start('posts', 'pages')
  change(named('articles', 'posts'), named('pages'))
  expect(seen()).toEqual(['articles', 'pages'])
})

test('names move on along a chain, in a column that is unique, too', () => {
  const { change, seen } = start('posts', 'pages', 'notes')
  change(named('pages', 'posts'), named('notes', 'pages'), named('drawer', 'notes'))
  expect(seen()).toEqual(['pages', 'notes', 'drawer'])
})

test('two collections exchange their names, in a column that is unique, too', () => {
  const { change, seen, rows } = start('posts', 'pages')
  rows.insert('posts', { id: 'p1', title: 'post' })
  rows.insert('pages', { id: 'p2', title: 'page' })
  change(named('pages', 'posts'), named('posts', 'pages'))
  expect(seen()).toEqual(['pages', 'posts'])
  expect(rows.column('pages', 'title')).toEqual({ p1: 'post' })
  expect(rows.all('SELECT id, collection_id FROM content ORDER BY id')).toEqual([
    { id: 'p1', collection_id: 'pages' },
    { id: 'p2', collection_id: 'posts' },
  ])
})

test.each([
  ['is renamed', { renamed: ['archive', 'posts'] as const, dropped: {} }],
  ['is dropped', { renamed: null, dropped: { posts: 'not needed' } }],
])('a collection that takes the name of one that %s is searched by its own words', (_, { renamed, dropped }) => {
  const searched = (name: string, renamedFrom?: string): Collection => ({
    ...named(name, renamedFrom),
    search: ['title'],
  })
  const project = new ProjectHistory()
  const rows = new Rows()
  const change = (collections: Collection[], options = {}) => {
    expect(project.build(collections, options).findings).toEqual([])
    rows.apply(project.files)
    project.seal()
  }
  change([searched('posts'), searched('pages')])
  rows.insert('posts', { id: 'p1', title: 'post' })
  rows.insert('pages', { id: 'p2', title: 'page' })
  change([searched('posts', 'pages'), ...(renamed ? [searched(...renamed)] : [])], { dropped })
  const found = (word: string) =>
    rows.all('SELECT posts.id FROM posts JOIN posts_fts ON posts_fts.rowid = posts.rowid WHERE posts_fts MATCH ?', word)
  expect([found('page'), found('post')]).toEqual([[{ id: 'p2' }], []])
})
