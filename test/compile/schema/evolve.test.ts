import { expect, test } from 'vitest'
import { headingOf } from '../../../src/compile/schema/steps/step.ts'
import { type Collection, defineCollection, field, sql } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'
import { Rows } from './rows.ts'

const tags = defineCollection({ name: 'tags', fields: { name: field.string({ required: true }) } })

/** Posts as the first migration makes them: every kind of field that a migration may meet. */
const fields = {
  headline: field.string({ required: true }),
  slug: field.slug({ unique: true }),
  body: field.richText(),
  rating: field.string(),
  views: field.number({ integer: true }),
  weight: field.number(),
  held: field.boolean(),
  aired: field.datetime(),
  tag: field.reference('tags'),
  tags: field.references('tags'),
  parent: field.reference('posts'),
}
const posts: Collection = defineCollection({ name: 'posts', drafts: true, search: ['headline', 'body'], fields })

const BODY = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Rain over Zürich' }] }],
})

/** Two tags, and two posts that refer to them, to each other and to themselves. */
function start() {
  const project = new ProjectHistory()
  project.build([tags, posts])
  project.seal()
  const rows = new Rows()
  rows.apply(project.files)
  rows.insert('tags', { id: 't1', name: 'weather' })
  rows.insert('tags', { id: 't2', name: 'sport' })
  const first = {
    headline: 'Storm',
    slug: 'storm',
    body: BODY,
    rating: '4.5',
    views: 7,
    weight: 1.5,
    held: 1,
    aired: 1_000,
    tag: 't1',
  }
  rows.insert('posts', { id: 'p1', ...first, status: 'published' })
  rows.insert('posts', {
    id: 'p2',
    headline: 'Final',
    slug: 'final',
    rating: 'four',
    weight: 2,
    status: 'draft',
    parent: 'p1',
  })
  rows.insert('posts', { id: 'p3', headline: 'Loop', status: 'scheduled', parent: 'p3' })
  rows.list('posts__tags', 'p1', ['t2', 't1'])
  rows.expectConsistent([{ name: 'tags', title: 'name' }, CONTENT])
  const change = (...args: Parameters<ProjectHistory['build']>) => {
    const plan = project.build(...args)
    expect(plan.findings).toEqual([])
    rows.apply(project.files)
    project.seal()
    const again = project.build(...args)
    expect([again.files.size, again.removed.length, again.findings.length]).toEqual([0, 0, 0])
    return plan
  }
  return { project, rows, change }
}

const CONTENT = { name: 'posts', title: 'headline', slug: 'slug' }

const changed = (spec: Partial<Collection>): Collection => ({ ...posts, ...spec })
const without = (...names: (keyof typeof fields)[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as never)))

test('a field is renamed with its values, its search and its place in the content index', () => {
  const { rows, change } = start()
  const plan = change([
    tags,
    changed({
      search: ['title', 'body'],
      fields: { ...without('headline'), title: field.string({ required: true, renamedFrom: 'headline' }) },
    }),
  ])
  expect(plan.steps.map(headingOf)).toContain('rename field posts.headline to title')
  expect(rows.column('posts', 'title')).toEqual({ p1: 'Storm', p2: 'Final', p3: 'Loop' })
  expect(rows.search('posts', 'storm')).toEqual(['p1'])
  expect(rows.search('posts', 'zurich')).toEqual(['p1'])
  rows.expectConsistent([
    { name: 'tags', title: 'name' },
    { ...CONTENT, title: 'title' },
  ])
  rows.insert('posts', { id: 'p4', title: 'New storm' })
  expect(rows.search('posts', 'title:storm')).toEqual(['p1', 'p4'])
})

test('fields exchange their names, and go on doing so only once', () => {
  const { rows, change, project } = start()
  const exchanged = [
    tags,
    changed({
      fields: {
        ...without('headline', 'rating'),
        headline: field.string({ required: true, renamedFrom: 'rating', backfill: 'none' }),
        rating: field.string({ renamedFrom: 'headline' }),
      },
    }),
  ]
  change(exchanged)
  expect(rows.column('posts', 'headline')).toEqual({ p1: '4.5', p2: 'four', p3: 'none' })
  expect(rows.column('posts', 'rating')).toEqual({ p1: 'Storm', p2: 'Final', p3: 'Loop' })
  expect(project.build(exchanged).steps).toEqual([])
  rows.expectConsistent([{ name: 'tags', title: 'name' }, CONTENT])
})

test('a collection is renamed with its rows, lists, search, versions and place in the content index', () => {
  const { rows, change } = start()
  rows.all(
    `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES ('p1', 1, 'posts', 'draft', '{}', 1)`,
  )
  change([
    tags,
    changed({
      name: 'articles',
      renamedFrom: 'posts',
      fields: { ...without('parent'), parent: field.reference('articles' as 'posts') },
    }),
  ])
  expect(rows.column('articles', 'headline')).toEqual({ p1: 'Storm', p2: 'Final', p3: 'Loop' })
  expect(rows.column('articles', 'parent')).toEqual({ p1: null, p2: 'p1', p3: 'p3' })
  expect(rows.all('SELECT target_id FROM articles__tags ORDER BY position')).toEqual([
    { target_id: 't2' },
    { target_id: 't1' },
  ])
  expect(rows.all('SELECT collection_id FROM content_versions')).toEqual([{ collection_id: 'articles' }])
  expect(rows.search('articles', 'rain')).toEqual(['p1'])
  rows.expectConsistent([
    { name: 'tags', title: 'name' },
    { ...CONTENT, name: 'articles' },
  ])
})

test('the trash follows a renamed collection and its renamed fields, and goes with a dropped one', () => {
  const { rows, change } = start()
  rows.all(
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) VALUES ('p9', 'posts', '{"headline":"Gone"}', 1, 2, 'p9')`,
  )
  rows.all(
    `INSERT INTO content_trash_references (target_id, collection_id, field, holder_id, position) VALUES ('p9', 'posts', 'parent', 'p1', 0)`,
  )
  const origin = field.reference('articles' as 'posts', { renamedFrom: 'parent' })
  change([tags, changed({ name: 'articles', renamedFrom: 'posts', fields: { ...without('parent'), origin } })])
  expect(rows.all('SELECT collection_id, document_id FROM content_trash')).toEqual([
    { collection_id: 'articles', document_id: 'p9' },
  ])
  expect(rows.all('SELECT collection_id, field FROM content_trash_references')).toEqual([
    { collection_id: 'articles', field: 'origin' },
  ])
  change([tags], { dropped: { articles: 'no longer written' } })
  expect(rows.all('SELECT 1 FROM content_trash UNION ALL SELECT 1 FROM content_trash_references')).toEqual([])
})

test('a new field gets its default, its backfill, or the value of a field that goes', () => {
  const { rows, change } = start()
  change([
    tags,
    changed({
      dropped: { rating: 'a number from now on' },
      fields: {
        ...without('rating'),
        kind: field.select({ options: ['news', 'feature'], default: 'news' }),
        length: field.number({ integer: true, backfill: sql`length(headline)` }),
        stars: field.number({ backfill: { field: 'rating' } }),
        note: field.richText({ default: 'To be checked.' }),
        teaser: field.string({ required: true, backfill: { field: 'headline' } }),
      },
    }),
  ])
  expect(rows.column('posts', 'kind')).toEqual({ p1: 'news', p2: 'news', p3: 'news' })
  expect(rows.column('posts', 'length')).toEqual({ p1: 5, p2: 5, p3: 4 })
  expect(rows.column('posts', 'stars')).toEqual({ p1: 4.5, p2: null, p3: null })
  expect(rows.column('posts', 'teaser')).toEqual({ p1: 'Storm', p2: 'Final', p3: 'Loop' })
  expect(JSON.parse(String(rows.column('posts', 'note').p1)).content[0].content[0].text).toBe('To be checked.')
})

test('a field that becomes required is filled, or the migration says which and changes nothing', () => {
  const { rows, change, project } = start()
  change([tags, changed({ fields: { ...fields, views: field.number({ integer: true, required: true, default: 0 }) } })])
  expect(rows.column('posts', 'views')).toEqual({ p1: 7, p2: 0, p3: 0 })
  project.build([
    tags,
    changed({
      fields: {
        ...fields,
        views: field.number({ integer: true, required: true, default: 0 }),
        rating: field.string({ required: true }),
      },
    }),
  ])
  expect(() => rows.apply(project.files)).toThrow('posts.rating is required and has no value in some rows')
  expect(rows.all(`SELECT name FROM sqlite_schema WHERE name = 'migration_check'`)).toEqual([])
})

test('a required field that loses a value to a conversion gets its default', () => {
  const { rows, change } = start()
  const lossy = { headline: 'only days from now on' }
  const day = field.date({ required: true, default: '2026-01-01' })
  change([tags, changed({ lossy, search: [], fields: { ...fields, headline: day } })])
  expect(new Set(Object.values(rows.column('posts', 'headline')))).toEqual(new Set(['2026-01-01']))
})

test('search, drafts, singleton, uniqueness and indexes are turned on and off', () => {
  const { rows, change } = start()
  change([
    tags,
    changed({
      search: [],
      drafts: { off: 'publish' },
      indexes: [['views', '-createdAt']],
      fields: { ...fields, slug: field.slug(), rating: field.string({ index: false }) },
    }),
  ])
  expect(rows.all(`SELECT name FROM sqlite_schema WHERE name LIKE 'posts_fts%' OR name LIKE 'posts__search%'`)).toEqual(
    [],
  )
  rows.insert('posts', { id: 'p4', headline: 'Twin', slug: 'storm' })
  rows.all(`DELETE FROM posts WHERE id = 'p4'`)
  change([tags, posts])
  expect(rows.search('posts', 'rain')).toEqual(['p1'])
  change([{ ...tags, fields: tags.fields }, changed({ search: ['rating'] })])
  expect(rows.search('posts', 'four')).toEqual(['p2'])
  expect(rows.search('posts', 'rain')).toEqual([])
})

test('a unique index fails on rows that share a value, and changes nothing', () => {
  const { rows, project } = start()
  rows.insert('posts', { id: 'p4', headline: 'Storm' })
  project.build([
    tags,
    changed({ fields: { ...without('headline'), headline: field.string({ required: true, unique: true }) } }),
  ])
  expect(() => rows.apply(project.files)).toThrow('UNIQUE constraint failed: posts.headline')
})
