import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { parseMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { headingOf } from '../../../src/compile/schema/steps/step.ts'
import { type Collection, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'

const posts = (fields: Fields, spec: Partial<Collection> = {}): Collection =>
  ({ ...defineCollection({ name: 'posts', fields }), ...spec }) as Collection

function sealed(...collections: Collection[]): ProjectHistory {
  const project = new ProjectHistory()
  project.build(collections)
  project.seal()
  return project
}

test('a field that is gone must be acknowledged; the line to paste is given, for a rename too', () => {
  const project = sealed(posts({ headline: field.string(), body: field.text() }))
  const before = project.files
  expect(said(project.build([posts({ title: field.string(), body: field.text() })]))).toEqual([
    [
      'drop-unacknowledged',
      'posts.headline is no longer declared: its values would be lost',
      "if it was renamed, add renamedFrom: 'headline' to title; to drop it, add to the collection: dropped: { headline: 'why' }",
    ],
  ])
  expect(said(project.build([posts({ headline: field.string() })]))).toEqual([
    [
      'drop-unacknowledged',
      'posts.body is no longer declared: its values would be lost',
      "to drop it, add to the collection: dropped: { body: 'why' }",
    ],
  ])
  expect(said(project.build([posts({ lead: field.text() }, { dropped: { body: 'unused' } })]))[0]?.[2]).toBe(
    "to drop it, change in the collection: dropped: { body: 'unused', headline: 'why' }",
  )
  expect(project.files).toEqual(before)
  const acknowledged = project.build([posts({ headline: field.string() }, { dropped: { body: 'never used' } })])
  expect(acknowledged.steps).toMatchObject([
    { operation: { kind: 'drop-field', collection: 'posts', field: 'body', reason: 'never used' } },
    ...['content_versions', 'content_trash', 'content_drafts', 'content_draft_versions'].map((table) => ({
      operation: { kind: 'rewrite-values', collection: 'posts', table, fields: [], removed: ['body'] },
    })),
  ])
  expect(acknowledged.migrations.map((migration) => migration.destructive)).toEqual([false, true])
})

test('an operation that stands in a migration by hand tells nothing about fields', () => {
  const project = sealed(posts({ title: field.string() }))
  const op = `{"kind":"add-field","collection":"posts","field":"ghost","facts":{"kind":"string","storage":"text","target":null,"required":false}}`
  for (const maker of ['-- made-by: hand\n', '']) {
    const text = `${maker}\n-- op: ${op}\nUPDATE posts SET title = 'a';\n`
    project.files = [...project.files.slice(0, 1), parseMigration('0002_by_hand.sql', text)]
    project.seal()
    expect(project.build([posts({ title: field.string() })])).toMatchObject({ findings: [], steps: [] })
  }
})

test('so must a list of references whose name goes to something else, and the other way round', () => {
  const list: Fields = { also: field.references('posts') }
  const one: Fields = { also: field.reference('posts') }
  const text: Fields = { also: field.string() }
  for (const [before, after] of [
    [list, text],
    [text, list],
  ] as const) {
    const project = sealed(posts(before))
    expect(said(project.build([posts(after)])).map(([code]) => code)).toEqual(['loss-unacknowledged'])
    const plan = project.build([posts(after, { lossy: { also: 'another meaning' } })])
    expect(plan.findings).toEqual([])
    expect(plan.steps.flatMap(({ operation }) => operation?.kind ?? [])).toEqual(
      expect.arrayContaining(['drop-field', 'add-field']),
    )
  }
  expect(said(sealed(posts(one)).build([posts(list)]))).toEqual([])
})

test('so must a collection that is gone', () => {
  const project = sealed(posts({ title: field.string() }))
  const other = defineCollection({ name: 'articles', fields: { title: field.string() } })
  expect(said(project.build([other]))).toEqual([
    [
      'drop-unacknowledged',
      'the collection posts is no longer declared: its documents would be lost',
      "if it was renamed, add renamedFrom: 'posts' to articles; to drop it, add to the config: dropped: { posts: 'why' }",
    ],
  ])
  expect(project.build([other], { dropped: { posts: 'replaced' } }).findings).toEqual([])
})

test('a required field says what rows that exist get', () => {
  const project = sealed(posts({ title: field.string() }))
  expect(
    said(project.build([posts({ title: field.string(), kind: field.select({ options: ['a'], required: true }) })])),
  ).toEqual([
    [
      'required-without-value',
      'posts.kind is required, but existing documents have no value for it',
      "set one in its options: backfill: 'a'",
    ],
  ])
  const filled = project.build([
    posts({ title: field.string(), kind: field.select({ options: ['a'], required: true, backfill: 'a' }) }),
  ])
  expect(filled.steps).toMatchObject([
    { operation: { kind: 'add-field', collection: 'posts', field: 'kind', demanded: true, at: 'test.ts:1' } },
  ])
})

test('a table or a column that a plugin no longer declares must be acknowledged in the config', () => {
  const collections = [posts({ title: field.string() })]
  const notes = (...columns: string[]) => [
    {
      owner: 'plugin:notes',
      tables: [
        sqliteTable('notes', {
          id: text('id').primaryKey(),
          ...Object.fromEntries(columns.map((name) => [name, integer(name)])),
        }),
      ],
    },
  ]
  const project = new ProjectHistory()
  project.build(collections, {}, notes('rank', 'age'))
  project.seal()
  expect(said(project.build(collections, {}, notes('rank')))).toEqual([
    [
      'drop-unacknowledged',
      'no plugin declares the column notes.age any longer: its values would be lost',
      "to drop it, add to the config: dropped: { 'notes.age': 'why' }",
    ],
  ])
  expect(said(project.build(collections))).toEqual([
    [
      'drop-unacknowledged',
      'no plugin declares the table notes any longer: its rows would be lost',
      "to drop it, add to the config: dropped: { notes: 'why' }",
    ],
  ])
  const plan = project.build(collections, { dropped: { 'notes.age': 'unused' } }, notes('rank', 'size'))
  expect(plan.steps.map(headingOf)).toEqual(['add column notes.size', 'drop column notes.age'])
})

function said(plan: ReturnType<ProjectHistory['build']>) {
  return plan.findings.map(({ code, message, hint }) => [code, message, hint])
}

test('a locale cannot take the name of one that has values', () => {
  const project = new ProjectHistory()
  const title = posts({ title: field.string({ localized: true }) })
  project.build([title], { locales: { default: 'en', others: ['de', 'fr'] } })
  project.seal()
  expect(
    said(project.build([title], { locales: { default: 'en', others: ['de'], renamedFrom: { de: 'fr' } } })),
  ).toEqual([
    [
      'drop-unacknowledged',
      'the locale fr cannot be renamed to de, which has values of its own: those of fr would be lost',
      "to keep the values of fr, first drop de in a separate migration; to drop them, remove renamedFrom and add to locales: dropped: { fr: 'why' }",
    ],
  ])
})

test('nor can a field take the name of one that exists', () => {
  const project = sealed(posts({ lead: field.text(), intro: field.text() }))
  expect(said(project.build([posts({ intro: field.text({ renamedFrom: 'lead' }) })]))).toEqual([
    [
      'drop-unacknowledged',
      'lead cannot be renamed to intro, which exists: the values of lead would be lost',
      "to keep them, first drop intro in a separate migration; to drop them, remove renamedFrom from intro and add dropped: { lead: 'why' }",
    ],
  ])
})
