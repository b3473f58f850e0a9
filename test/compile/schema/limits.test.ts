import { expect, test } from 'vitest'
import { type Collection, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'
import { Rows } from './rows.ts'

const posts = (spec: Partial<Collection> = {}, fields: Fields = { title: field.string() }): Collection =>
  ({ ...defineCollection({ name: 'posts', fields }), ...spec }) as Collection

function sealed(...collections: Collection[]): { project: ProjectHistory; rows: Rows } {
  const project = new ProjectHistory()
  expect(said(project.build(collections))).toEqual([])
  project.seal()
  const rows = new Rows()
  rows.apply(project.files)
  return { project, rows }
}

function said({ findings }: { readonly findings: readonly { code: string; message: string; hint?: string }[] }) {
  return findings.map(({ code, message, hint }) => [code, message, hint])
}

function fill(rows: Rows): void {
  rows.insert('posts', { id: 'p1', title: 'Public', published_at: 5 })
  rows.insert('posts', { id: 'd1', title: 'Draft', status: 'draft', updated_at: 7 })
  rows.insert('posts', { id: 's1', title: 'Soon', status: 'scheduled', updated_at: 8, scheduled_at: 99 })
  rows.all(
    `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at) VALUES ('p1', 'posts', '{"title":"Pending"}', 1, 1, 1, 1)`,
  )
}

test('drafts that are taken away say what becomes of them', () => {
  const { project } = sealed(posts({ drafts: true }))
  expect(said(project.build([posts()]))).toEqual([
    [
      'loss-unacknowledged',
      'posts no longer has drafts: drafts and scheduled documents could not be reached, and pending changes would be lost',
      "to publish drafts and scheduled documents, add to the collection: drafts: { off: 'publish' }; to move them to the trash, add to the collection: drafts: { off: 'trash' }",
    ],
  ])
  expect(said(project.build([posts({ drafts: false, trash: false })]))[0]?.[2]).toBe(
    "to publish drafts and scheduled documents, change in the collection: drafts: { off: 'publish' }",
  )
})

test('they are published, also in a migration that changes the fields', () => {
  const { project, rows } = sealed(posts({ drafts: true }))
  fill(rows)
  const next = posts({ drafts: { off: 'publish' } }, { name: field.string({ renamedFrom: 'title' }) })
  expect(said(project.build([next]))).toEqual([])
  rows.apply(project.files)
  expect(rows.all('SELECT id, name, status, published_at, scheduled_at FROM posts ORDER BY id')).toEqual([
    { id: 'd1', name: 'Draft', status: 'published', published_at: 7, scheduled_at: null },
    { id: 'p1', name: 'Public', status: 'published', published_at: 5, scheduled_at: null },
    { id: 's1', name: 'Soon', status: 'published', published_at: 8, scheduled_at: null },
  ])
  expect(rows.all('SELECT * FROM content_drafts')).toEqual([])
  rows.expectConsistent([{ name: 'posts', title: 'name' }])
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
  expect(project.build([posts({}, { name: field.string() })])).toMatchObject({ findings: [], steps: [] })
})

test('they move to the trash with all their values, unless a document that stays refers to one', () => {
  const fields: Fields = { title: field.string(), tags: field.references('tags'), parent: field.reference('posts') }
  const tags = defineCollection({ name: 'tags', fields: { name: field.string() } })
  const { project, rows } = sealed(posts({ drafts: true }, fields), tags)
  rows.insert('tags', { id: 't1', name: 'weather' })
  fill(rows)
  rows.list('posts__tags', 'd1', ['t1'])
  rows.all(`UPDATE posts SET parent = 'd1' WHERE id IN ('s1', 'p1')`)
  const next = posts(
    { drafts: { off: 'trash' }, renamedFrom: 'posts', name: 'pages' },
    { ...fields, title: field.string({ localized: false }), parent: field.reference('pages') },
  )
  expect(said(project.build([next, tags]))).toEqual([])
  expect(() => rows.apply(project.files)).toThrow(/posts.parent refers to drafts that move to the trash/)
  rows.all(`UPDATE posts SET parent = NULL WHERE id = 'p1'`)
  rows.apply(project.files)
  expect(rows.column('pages', 'title')).toEqual({ p1: 'Public' })
  const trash = rows.all(
    'SELECT document_id, collection_id, title, root_id, data, expires_at - deleted_at AS days FROM content_trash',
  )
  expect(trash).toMatchObject([
    { document_id: 'd1', collection_id: 'pages', title: 'Draft', root_id: 'd1', days: 31 * 86_400_000 },
    { document_id: 's1', collection_id: 'pages', title: 'Soon', root_id: 's1' },
  ])
  expect(trash.map(({ data }) => JSON.parse(String(data)))).toMatchObject([
    { id: 'd1', status: 'draft', title: 'Draft', tags: ['t1'], parent: null },
    { id: 's1', status: 'scheduled', tags: [], parent: 'd1' },
  ])
  rows.expectConsistent([
    { name: 'pages', title: 'title' },
    { name: 'tags', title: 'name' },
  ])
})

const lockWith = (limits: object) => JSON.stringify({ collections: { posts: limits } })

test('they move to the trash also while a collection that refers to them gets another name', () => {
  const notes = (spec: Partial<Collection>) =>
    posts({ name: 'notes', ...spec }, { post: field.reference('posts', { required: true }) })
  const { project } = sealed(posts({ drafts: true }), notes({}))
  const next = [posts({ drafts: { off: 'trash' } }), notes({ name: 'letters', renamedFrom: 'notes' })]
  expect(said(project.build(next))).toEqual([])
})

test('a trash that is taken away is emptied, once that is accepted', () => {
  const { project, rows } = sealed(posts())
  project.lock = lockWith({ trash: { days: 30 }, versions: 50 })
  expect(said(project.build([posts({ trash: false })]))).toEqual([
    [
      'loss-unacknowledged',
      'posts no longer has a trash: the documents in it would be lost',
      "to delete them, add to the collection: lossy: { trash: 'why' }; `cms migrate plan` counts the documents",
    ],
  ])
  fill(rows)
  rows.all(
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) VALUES ('g1', 'posts', '{}', 1, 2, 'g1'), ('o1', 'others', '{}', 1, 2, 'g1')`,
  )
  for (const document of ['g1', 'p1', 'o1']) rows.all(version(document, 1))
  const next = posts({ trash: false, lossy: { trash: 'deletions are final' } })
  expect(said(project.build([next]))).toEqual([])
  rows.apply(project.files)
  expect(rows.all('SELECT document_id FROM content_trash')).toEqual([{ document_id: 'o1' }])
  expect(rows.all('SELECT document_id FROM content_versions ORDER BY 1')).toEqual([
    { document_id: 'o1' },
    { document_id: 'p1' },
  ])
  expectSettled(project, next, { trash: null, versions: 50 })
})

test('of fewer versions the newest stay, and those with a name', () => {
  const { project, rows } = sealed(posts({ versions: 9 }))
  project.lock = lockWith({ trash: { days: 30 }, versions: 9 })
  expect(said(project.build([posts({ versions: 2 })]))).toEqual([
    [
      'loss-unacknowledged',
      'documents of posts keep 2 versions: older versions would be lost',
      "to delete them, add to the collection: lossy: { versions: 'why' }; `cms migrate plan` counts the versions",
    ],
  ])
  expect(project.build([posts({ versions: 10 })])).toMatchObject({ findings: [], steps: [] })
  fill(rows)
  for (const number of [1, 2, 3, 4]) rows.all(version('p1', number))
  rows.all(`UPDATE content_versions SET name = 'Kept' WHERE version = 1`)
  rows.all(version('d1', 7))
  const next = posts({ versions: 2, lossy: { versions: 'storage' } })
  expect(said(project.build([next]))).toEqual([])
  expect(project.build([posts({ versions: 9, lossy: { versions: 'storage' } })]).removed).toEqual([
    'migrations/0002_delete_versions_of_posts.sql',
  ])
  expect(said(project.build([next]))).toEqual([])
  rows.apply(project.files)
  expect(rows.all('SELECT document_id, version FROM content_versions ORDER BY 1, 2')).toEqual([
    { document_id: 'd1', version: 7 },
    { document_id: 'p1', version: 1 },
    { document_id: 'p1', version: 3 },
    { document_id: 'p1', version: 4 },
  ])
  expectSettled(project, next, { trash: { days: 30 }, versions: 2 })
})

test('a collection takes the name of one that goes, and not its limits', () => {
  const named = (name: string, spec: Partial<Collection>) => ({ ...posts(spec), name }) as Collection
  const { project } = sealed(named('a', { versions: 9 }), named('b', { versions: 50, drafts: true }))
  const next = named('b', { renamedFrom: 'a', versions: 9 })
  expect(said(project.build([next], { dropped: { b: 'never used' } }))).toEqual([])
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
})

function version(document: string, number: number): string {
  const collection = document.startsWith('o') ? 'others' : 'posts'
  return `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES ('${document}', ${number}, '${collection}', 'published', '{}', 1)`
}

/** The pending migration stays as it is, whether the lock is that of before it or, without git, that of after it. */
function expectSettled(project: ProjectHistory, next: Collection, after: object): void {
  const text = project.files.at(-1)?.text
  for (const lock of [project.lock, lockWith(after)]) {
    project.lock = lock
    expect(said(project.build([next]))).toEqual([])
    expect(project.files.map((file) => file.text)).toEqual([project.files[0]?.text, text])
  }
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
}
