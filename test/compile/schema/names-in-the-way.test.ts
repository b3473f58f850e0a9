import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { classOfStep, headingOf } from '../../../src/compile/schema/steps/step.ts'
import { type Collection, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'
import { Rows } from './rows.ts'

const collection = (name: string, fields: Fields, spec: Partial<Collection> = {}): Collection =>
  ({ ...defineCollection({ name, fields }), drafts: true, ...spec }) as Collection

const to = (name: string, options: object = {}) => field.reference(name as 'posts', options)
const toMany = (name: string, options: object = {}) => field.references(name as 'posts', options)

/** Builds one state after another over the same rows. */
function start(...collections: Collection[]) {
  const project = new ProjectHistory()
  const rows = new Rows()
  const change = (next: Collection[], dropped: Record<string, string> = {}) => {
    const plan = project.build(next, { dropped })
    expect(plan.findings).toEqual([])
    project.seal()
    rows.apply(project.files)
    return plan
  }
  change(collections)
  return { rows, change }
}

const tags = collection('tags', { name: field.string() })

test('a new collection takes the name of a renamed one, whose indexes no longer stand in its way', () => {
  const { rows, change } = start(tags)
  rows.insert('tags', { id: 't1', name: 'weather' })
  change([
    collection('topics', { name: field.string() }, { renamedFrom: 'tags', singleton: true }),
    collection('tags', { name: field.string() }),
  ])
  expect(rows.column('topics', 'name')).toEqual({ t1: 'weather' })
})

test('a list ends while another takes its name', () => {
  const { rows, change } = start(tags, collection('posts', { main: toMany('tags'), other: toMany('tags') }))
  rows.insert('tags', { id: 't1', name: 'weather' })
  rows.insert('tags', { id: 't2', name: 'sport' })
  rows.insert('posts', { id: 'p1' })
  rows.list('posts__main', 'p1', ['t1'])
  rows.list('posts__other', 'p1', ['t2'])
  change([
    tags,
    collection(
      'posts',
      {
        first: to('tags', { renamedFrom: 'main' }),
        main: toMany('tags', { renamedFrom: 'other' }),
      },
      { lossy: { first: 'one is enough' } },
    ),
  ])
  expect(rows.column('posts', 'first')).toEqual({ p1: 't1' })
  expect(rows.all('SELECT target_id FROM posts__main')).toEqual([{ target_id: 't2' }])
})

test('a reference becomes a list while another field takes its column', () => {
  const { rows, change } = start(tags, collection('posts', { tag: to('tags'), other: to('tags') }))
  rows.insert('tags', { id: 't1', name: 'weather' })
  rows.insert('tags', { id: 't2', name: 'sport' })
  rows.insert('posts', { id: 'p1', tag: 't1', other: 't2' })
  change([
    tags,
    collection('posts', { tags: toMany('tags', { renamedFrom: 'tag' }), tag: to('tags', { renamedFrom: 'other' }) }),
  ])
  expect(rows.all('SELECT target_id FROM posts__tags')).toEqual([{ target_id: 't1' }])
  expect(rows.column('posts', 'tag')).toEqual({ p1: 't2' })
})

test('a reference becomes a list while a new field of the same kind takes its column', () => {
  const { rows, change } = start(tags, collection('posts', { tag: to('tags') }))
  rows.insert('tags', { id: 't1', name: 'weather' })
  rows.insert('posts', { id: 'p1', tag: 't1' })
  change([tags, collection('posts', { tags: toMany('tags', { renamedFrom: 'tag' }), tag: to('tags') })])
  expect(rows.all('SELECT target_id FROM posts__tags')).toEqual([{ target_id: 't1' }])
  expect(rows.column('posts', 'tag')).toEqual({ p1: null })
})

test('a collection goes, another takes its name, and what referred to it goes too', () => {
  const { rows, change } = start(
    tags,
    collection('news', { name: field.string() }),
    collection('posts', { title: field.string(), tag: to('tags') }),
  )
  rows.insert('tags', { id: 't1', name: 'weather' })
  rows.insert('news', { id: 'n1', name: 'today' })
  rows.insert('posts', { id: 'p1', title: 'Storm', tag: 't1' })
  change(
    [
      collection('tags', { name: field.string() }, { renamedFrom: 'news' }),
      collection('posts', { title: field.string() }, { dropped: { tag: 'no longer needed' } }),
    ],
    { tags: 'no longer needed' },
  )
  expect(rows.column('tags', 'name')).toEqual({ n1: 'today' })
  expect(rows.column('posts', 'title')).toEqual({ p1: 'Storm' })
})

test('a rename that was made before is not guessed to be meant again', () => {
  const project = new ProjectHistory()
  const build = (fields: Fields, spec: Partial<Collection> = {}) => {
    const plan = project.build([collection('posts', fields, spec)])
    if (plan.findings.length === 0) project.seal()
    return plan
  }
  build({ headline: field.string() })
  build({ title: field.string({ renamedFrom: 'headline' }) })
  build({ title: field.string({ renamedFrom: 'headline' }), headline: field.string() })
  const { findings, files } = build(
    { title: field.string({ renamedFrom: 'headline' }) },
    { dropped: { title: 'no longer needed' } },
  )
  expect(findings.map(({ code }) => code)).toEqual(['rename-made-before'])
  expect(findings[0]?.hint).toContain('remove renamedFrom from title')
  expect(files.size).toBe(0)
})

test('an empty moment stays empty as JSON', () => {
  const { rows, change } = start(collection('posts', { aired: field.datetime() }))
  rows.insert('posts', { id: 'p1', aired: null })
  change([collection('posts', { aired: field.json() })])
  expect(rows.column('posts', 'aired')).toEqual({ p1: null })
})

test('rich text that becomes words loses its form, and the migration says so', () => {
  const { change } = start(collection('posts', { body: field.richText() }))
  const plan = change([collection('posts', { body: field.text() }, { lossy: { body: 'words are enough' } })])
  expect(plan.steps.map(classOfStep)).toContain('destructive')
})

test('a column of a plugin that becomes a number keeps what reads as one, and says what is lost', () => {
  const gadgets = (size: ReturnType<typeof text> | ReturnType<typeof integer>) => [
    { owner: 'plugin:test', tables: [sqliteTable('gadgets', { id: text('id').primaryKey(), size: size as never })] },
  ]
  const project = new ProjectHistory()
  const rows = new Rows()
  project.build([tags], {}, gadgets(text('size')))
  project.seal()
  rows.apply(project.files)
  rows.all(`INSERT INTO gadgets VALUES ('a', '12'), ('b', 'large')`)
  expect(project.build([tags], {}, gadgets(integer('size'))).findings).toMatchObject([
    { code: 'loss-unacknowledged', hint: expect.stringContaining(`lossy: { 'gadgets.size': 'why' }`) },
  ])
  const plan = project.build([tags], { lossy: { 'gadgets.size': 'sizes are numbers' } }, gadgets(integer('size')))
  rows.apply(project.files)
  expect(rows.column('gadgets', 'size')).toEqual({ a: 12, b: null })
  expect(plan.steps.find((step) => headingOf(step) === 'rebuild table gadgets')).toMatchObject({
    operation: { kind: 'rebuild-table', lossy: { size: 'sizes are numbers' } },
  })
})

test('a table that others refer to by a unique column is rebuilt with their rows', () => {
  const tablesOf = (size: ReturnType<typeof text> | ReturnType<typeof integer>) => {
    const gadgets = sqliteTable('gadgets', {
      seq: integer('seq').primaryKey(),
      id: text('id').notNull().unique(),
      size: size as never,
    })
    const uses = sqliteTable('uses', {
      id: text('id').primaryKey(),
      gadget: text('gadget').references(() => gadgets.id),
    })
    return [{ owner: 'plugin:test', tables: [gadgets, uses] }]
  }
  const project = new ProjectHistory()
  const rows = new Rows()
  project.build([tags], {}, tablesOf(text('size')))
  project.seal()
  rows.apply(project.files)
  rows.all(`INSERT INTO gadgets VALUES (1, 'a', '12'), (2, 'b', '7')`)
  rows.all(`INSERT INTO uses VALUES ('u', 'b')`)
  project.build([tags], { lossy: { 'gadgets.size': 'sizes are numbers' } }, tablesOf(integer('size')))
  rows.apply(project.files)
  expect([rows.column('gadgets', 'size'), rows.column('uses', 'gadget')]).toEqual([{ a: 12, b: 7 }, { u: 'b' }])
})

test('search and the content index follow a field that takes the name of one that goes', () => {
  const { rows, change } = start(
    collection('posts', { title: field.string(), lead: field.text(), tag: to('posts') }, { search: ['title'] }),
  )
  rows.insert('posts', { id: 'p1', title: 'Storm', lead: 'Rain' })
  change([
    collection(
      'posts',
      { title: field.text({ renamedFrom: 'lead' }), tag: to('users') },
      { search: ['title'], dropped: { title: 'no longer needed' } },
    ),
  ])
  expect(rows.search('posts', 'rain')).toEqual(['p1'])
  expect(rows.search('posts', 'storm')).toEqual([])
})

test('a compound index over two new fields waits for both', () => {
  const { change } = start(collection('posts', { title: field.string() }))
  const { steps } = change([
    collection(
      'posts',
      { title: field.string(), rank: field.number(), day: field.date() },
      { indexes: [['rank', 'day']] },
    ),
  ])
  expect(steps.map(headingOf)).toContain('create index posts__rank__day__idx')
})

test('lists move on in a chain, whatever the order in which their fields stand', () => {
  const { rows, change } = start(tags, collection('posts', { rank: toMany('tags'), group: toMany('tags') }))
  rows.insert('tags', { id: 't1', name: 'weather' })
  rows.insert('tags', { id: 't2', name: 'sport' })
  rows.insert('posts', { id: 'p1' })
  rows.list('posts__rank', 'p1', ['t1'])
  rows.list('posts__group', 'p1', ['t2'])
  change([
    tags,
    collection('posts', {
      rank: toMany('tags', { renamedFrom: 'group' }),
      key: toMany('tags', { renamedFrom: 'rank' }),
    }),
  ])
  expect(rows.all('SELECT target_id FROM posts__key')).toEqual([{ target_id: 't1' }])
  expect(rows.all('SELECT target_id FROM posts__rank')).toEqual([{ target_id: 't2' }])
})

test('the same rename is meant again where the one that has the name moves on for the first time', () => {
  const { rows, change } = start(collection('posts', { kicker: field.string() }))
  rows.insert('posts', { id: 'p1', kicker: 'old' })
  change([collection('posts', { headline: field.string({ renamedFrom: 'kicker' }), kicker: field.string() })])
  rows.all(`UPDATE posts SET kicker = 'new'`)
  change([
    collection('posts', {
      title: field.string({ renamedFrom: 'headline' }),
      headline: field.string({ renamedFrom: 'kicker' }),
      kicker: field.string(),
    }),
  ])
  expect(rows.column('posts', 'title')).toEqual({ p1: 'old' })
  expect(rows.column('posts', 'headline')).toEqual({ p1: 'new' })
  expect(rows.column('posts', 'kicker')).toEqual({ p1: null })
})

test('a swap that stays declared is not made again', () => {
  const swapped = [
    collection('posts', { a: field.string({ renamedFrom: 'b' }), b: field.string({ renamedFrom: 'a' }) }),
  ]
  const { rows, change } = start(collection('posts', { a: field.string(), b: field.string() }))
  rows.insert('posts', { id: 'p1', a: 'one', b: 'two' })
  change(swapped)
  expect(change(swapped).files.size).toBe(0)
  expect(rows.column('posts', 'a')).toEqual({ p1: 'two' })
})
