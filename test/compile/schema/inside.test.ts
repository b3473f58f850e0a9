import { expect, test } from 'vitest'
import { type Collection, defineCollection, type Field, field } from '../../../src/config/index.ts'
import type { Json } from '../../../src/fields/field-type.ts'
import { ProjectHistory } from './project.ts'
import { Rows } from './rows.ts'

type Fields = Record<string, Field>

const pages = (fields: Fields, options: Partial<Collection> = {}): Collection =>
  defineCollection({ name: 'pages', fields, ...options })

/** A project with one page that has a version; `change` builds, applies and seals the next state. */
function start(fields: Fields, document: Record<string, Json>) {
  const project = new ProjectHistory()
  expect(project.build([pages(fields)]).findings).toEqual([])
  project.seal()
  const rows = new Rows()
  rows.apply(project.files)
  const stored = Object.entries(document).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  rows.insert('pages', { id: 'p1', ...Object.fromEntries(stored) })
  rows.insert('pages', { id: 'p2' })
  rows.all(
    `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES ('p1', 1, 'pages', 'published', ?, 1)`,
    JSON.stringify({ id: 'p1', ...document, status: 'published', version: 1 }),
  )
  rows.all(
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) SELECT 'p9', collection_id, data, 1, 2, 'p9' FROM content_versions`,
  )
  const build = (next: Fields, options: Partial<Collection> = {}) => project.build([pages(next, options)])
  return {
    rows,
    build,
    change(next: Fields, options: Partial<Collection> = {}) {
      const plan = build(next, options)
      expect(plan.findings).toEqual([])
      rows.apply(project.files)
      project.seal()
      expect(build(next, options).files.size).toBe(0)
      return plan
    },
    value: (name: string) => JSON.parse(String(rows.column('pages', name).p1)) as Json,
    /** The version, which is as the document in the trash is. */
    version: () => {
      const [version, trashed] = ['content_versions', 'content_trash'].map((table) => {
        return JSON.parse(String(rows.all(`SELECT data FROM ${table}`)[0]?.data)) as Record<string, Json>
      })
      expect(trashed).toEqual(version)
      return version ?? {}
    },
  }
}

const text = (options = {}) => field.string(options)
const seo = (fields: Fields) => ({ seo: field.group({ fields }) })

test('a field inside a group is renamed, in rows and in versions', () => {
  const page = start(seo({ title: text(), description: text() }), { seo: { title: 'A', description: 'B' } })
  page.change(seo({ headline: text({ renamedFrom: 'title' }), description: text() }))
  expect(page.value('seo')).toEqual({ headline: 'A', description: 'B' })
  expect(page.version().seo).toEqual({ headline: 'A', description: 'B' })
  expect(page.rows.column('pages', 'seo').p2).toBeNull()
})

test('fields inside a group exchange their names, move on in a chain, and leave their name to a new one', () => {
  const page = start(seo({ a: text(), b: text(), c: text() }), { seo: { a: 1, b: 2, c: 3 } })
  page.change(
    seo({
      a: text({ renamedFrom: 'b' }),
      b: text({ renamedFrom: 'a' }),
      d: text({ renamedFrom: 'c' }),
      c: text({ default: 'new' }),
    }),
  )
  expect(page.value('seo')).toEqual({ a: 2, b: 1, d: 3, c: 'new' })
  expect(page.version().seo).toEqual({ a: 2, b: 1, d: 3, c: 'new' })
})

test('a change goes as deep as documents do: names, types and new fields at ten levels at once', () => {
  const nest = (depth: number, name: string, renamedFrom?: string): Fields => ({
    [name]: text(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(renamedFrom === undefined ? {} : { added: text({ default: String(depth) }) }),
    ...(depth === 0 ? {} : { inner: (depth % 2 === 0 ? asList : asGroup)(nest(depth - 1, name, renamedFrom)) }),
  })
  const asGroup = (fields: Fields) => field.group({ fields })
  const asList = (fields: Fields) => field.list({ of: asGroup(fields) })
  const value = (depth: number, name: string, isNew: boolean): Json => {
    const inner = depth === 0 ? null : value(depth - 1, name, isNew)
    return {
      [name]: `value ${depth}`,
      ...(isNew ? { added: String(depth) } : {}),
      ...(inner === null ? {} : { inner: depth % 2 === 0 ? [inner, inner] : inner }),
    }
  }
  const page = start(seo(nest(10, 'old')), { seo: value(10, 'old', false) })
  page.change(seo(nest(10, 'fresh', 'old')))
  expect(page.value('seo')).toEqual(value(10, 'fresh', true))
  expect(page.version().seo).toEqual(value(10, 'fresh', true))
})

test('fields in the items of a list, in groups inside them, and in blocks follow at every depth', () => {
  const fields = (label: Fields, quote: Fields) => ({
    rows: field.list({ of: field.group({ fields: { cell: field.group({ fields: label }), kept: text() } }) }),
    sections: field.blocks({ of: { quote: quote, plain: { words: text() } } }),
  })
  const page = start(fields({ label: text() }, { text: text(), by: text() }), {
    rows: [{ cell: { label: 'x' }, kept: 'k' }, { kept: 'l' }],
    sections: [
      { type: 'quote', text: 'Q', by: 'me' },
      { type: 'plain', words: 'W' },
    ],
  })
  page.change(fields({ name: text({ renamedFrom: 'label' }) }, { words: text({ renamedFrom: 'text' }), by: text() }))
  expect(page.value('rows')).toEqual([{ cell: { name: 'x' }, kept: 'k' }, { kept: 'l' }])
  const sections = [
    { type: 'quote', words: 'Q', by: 'me' },
    { type: 'plain', words: 'W' },
  ]
  expect(page.value('sections')).toEqual(sections)
  expect(page.version().sections).toEqual(sections)
})

test('a field inside another must be acknowledged by its path before it goes', () => {
  const page = start(
    {
      ...seo({ title: text(), description: text() }),
      sections: field.blocks({ of: { quote: { text: text() }, plain: { words: text() } } }),
    },
    {
      seo: { title: 'A', description: 'B' },
      sections: [
        { type: 'quote', text: 'Q' },
        { type: 'plain', words: 'W' },
      ],
    },
  )
  const next = { ...seo({ title: text() }), sections: field.blocks({ of: { plain: { words: text() } } }) }
  expect(page.build(next).findings.map(({ code, hint }) => [code, hint])).toEqual([
    ['drop-unacknowledged', "to drop it, add to the collection: dropped: { 'seo.description': 'why' }"],
    ['drop-unacknowledged', "to drop it, add to the collection: dropped: { 'sections.quote': 'why' }"],
  ])
  const plan = page.change(next, { dropped: { 'seo.description': 'never shown', 'sections.quote': 'no quotes' } })
  expect(plan.steps.map(({ operation }) => operation)).toContainEqual(
    expect.objectContaining({
      kind: 'drop-field',
      collection: 'pages',
      field: 'seo.description',
      reason: 'never shown',
    }),
  )
  expect(plan.migrations.at(-1)?.destructive).toBe(true)
  expect(page.value('seo')).toEqual({ title: 'A' })
  expect(page.value('sections')).toEqual([{ type: 'plain', words: 'W' }])
  expect(page.version()).toMatchObject({ seo: { title: 'A' }, sections: [{ type: 'plain', words: 'W' }] })
})

test('values inside a field become another type exactly where they read as it', () => {
  const fields = (count: Field, on: Field, item: Field) => ({ ...seo({ count, on }), words: field.list({ of: item }) })
  const page = start(fields(text(), text(), text()), {
    seo: { count: '12.5', on: 'true', stray: '…' },
    words: ['1', 'two', '3'],
  })
  const next = fields(field.number(), field.boolean(), field.number())
  expect(page.build(next).findings.map(({ code, hint }) => [code, hint?.split(';')[0]])).toEqual([
    ['loss-unacknowledged', "to accept that, add to the collection: lossy: { 'seo.count': 'why' }"],
    ['loss-unacknowledged', "to accept that, add to the collection: lossy: { 'seo.on': 'why' }"],
    ['loss-unacknowledged', "to accept that, add to the collection: lossy: { 'words[]': 'why' }"],
  ])
  page.change(next, { lossy: { 'seo.count': 'a', 'seo.on': 'b', 'words[]': 'c' } })
  expect(page.value('seo')).toEqual({ count: 12.5, on: true, stray: '…' })
  expect(page.value('words')).toEqual([1, 3])
})

test('a new field inside another that must have a value gets it in what exists', () => {
  const page = start(seo({ title: text() }), { seo: { title: 'A' } })
  expect(page.build(seo({ title: text(), robots: text({ required: true }) })).findings).toMatchObject([
    { code: 'required-without-value' },
  ])
  page.change(seo({ title: text(), robots: text({ required: true, backfill: 'all' }) }))
  expect(page.value('seo')).toEqual({ title: 'A', robots: 'all' })
})

test('what existing values get for a new field is stored as the field itself would have stored it', () => {
  const page = start(seo({ title: text() }), { seo: { title: 'A' } })
  page.change(
    seo({
      title: text(),
      since: field.datetime({ default: '2026-01-01T12:00:00+02:00' }),
      lead: field.richText({ backfill: 'Some words' }),
    }),
  )
  const words = [{ type: 'paragraph', content: [{ type: 'text', text: 'Some words' }] }]
  expect(page.value('seo')).toEqual({
    title: 'A',
    since: '2026-01-01T10:00:00.000Z',
    lead: { type: 'doc', content: words },
  })
})

test('numbers keep their digits, and undeclared parts stay, through a rewrite', () => {
  const page = start(seo({ a: field.number() }), {})
  page.rows.all(
    `UPDATE pages SET seo = '{"a":0.30000000000000004,"big":12345678901234567890,"k.q":"x","n":null}' WHERE id = 'p1'`,
  )
  page.change(seo({ b: field.number({ renamedFrom: 'a' }) }))
  expect(page.rows.column('pages', 'seo').p1).toBe(
    '{"b":0.30000000000000004,"big":12345678901234567890,"k.q":"x","n":null}',
  )
})

test('versions follow renames and conversions of whole fields, and what is dropped leaves them', () => {
  const page = start(
    { title: text(), views: text(), day: text(), gone: text() },
    { title: 'T', views: '7', day: '2026-02-28T23:00:00-02:00', gone: 'G' },
  )
  page.change(
    { headline: text({ renamedFrom: 'title' }), views: field.number(), day: field.datetime() },
    { dropped: { gone: 'unused' }, lossy: { views: 'a', day: 'b' } },
  )
  expect(page.version()).toEqual({
    id: 'p1',
    headline: 'T',
    views: 7,
    day: '2026-03-01T01:00:00.000Z',
    status: 'published',
    version: 1,
  })
})

test('what a field gets that becomes required has the new form of the fields inside it already', () => {
  const page = start(seo({ a: text() }), { seo: { a: 'A' } })
  const fields = { b: text({ renamedFrom: 'a' }), a: text() }
  page.change({ seo: field.group({ fields, required: true, backfill: { b: 'B', a: 'new' } }) })
  expect(page.value('seo')).toEqual({ b: 'A' })
  expect(JSON.parse(String(page.rows.column('pages', 'seo').p2))).toEqual({ b: 'B', a: 'new' })
})

test('rich text does not read as a day, nor a truth as a moment, nor a number beyond the years of ISO 8601', () => {
  const page = start({ body: field.richText(), on: field.boolean(), at: field.number({ integer: true }) }, {})
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'soon' }] }] }
  page.rows.insert('pages', { id: 'p3', body: JSON.stringify(doc), on: 1, at: Number.MAX_SAFE_INTEGER })
  page.rows.insert('pages', { id: 'p4', at: Date.UTC(2026, 0, 1) })
  page.change(
    { body: field.date(), on: field.datetime(), at: field.datetime() },
    { lossy: { body: 'a', on: 'b', at: 'c' } },
  )
  expect(page.rows.all(`SELECT body, "on", at FROM pages WHERE id IN ('p3', 'p4') ORDER BY id`)).toEqual([
    { body: null, on: null, at: null },
    { body: null, on: null, at: Date.UTC(2026, 0, 1) },
  ])
})

test('rich text becomes its words, whatever its column is called', () => {
  const names = ['key', 'value', 'type', 'doc', 'json']
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'some words' }] }] }
  const each = (type: Field) => Object.fromEntries(names.map((name) => [name, type]))
  const page = start(each(field.richText()), Object.fromEntries(names.map((name) => [name, doc])))
  page.change(each(text()), { lossy: Object.fromEntries(names.map((name) => [name, 'words are enough'])) })
  expect(names.map((name) => page.rows.column('pages', name).p1)).toEqual(names.map(() => 'some words'))
})

test('text of more digits than a whole number has does not read as one', () => {
  const page = start({ x: text() }, { x: '12345678901234567890' })
  page.change({ x: field.number({ integer: true }) }, { lossy: { x: 'tried' } })
  expect(page.rows.column('pages', 'x').p1).toBeNull()
})

test.each<[string, Field, readonly (readonly [string, Json])[]]>([
  [
    'datetime',
    field.datetime(),
    [
      ['2026-01-02', Date.UTC(2026, 0, 2)],
      ['2026-01-02T03:04:05+01:00', Date.UTC(2026, 0, 2, 2, 4, 5)],
      ['2024', null],
      ['12:30', null],
      ['now', null],
      ['2026-02-30', null],
      ['2026-01-02 03:04', null],
    ],
  ],
  [
    'date',
    field.date(),
    [
      ['2026-01-02', '2026-01-02'],
      ['someday', null],
      ['2026-02-30', null],
    ],
  ],
  [
    'boolean',
    field.boolean(),
    [
      ['true', 1],
      ['false', 0],
      ['1', null],
      ['TRUE', null],
    ],
  ],
  ['group', field.group({ fields: { a: text() } }), [['{"a":"b"}', null]]],
])('text becomes %s where it reads as it', (_, after, values) => {
  for (const [value, expected] of values) {
    const page = start({ x: text() }, { x: value })
    page.change({ x: after }, { lossy: { x: 'tried' } })
    expect([value, page.rows.column('pages', 'x').p1]).toEqual([value, expected])
  }
})

test('a number becomes the text that JSON prints', () => {
  const numbers = [100, 0.1, -2.5, 0.30000000000000004, 1e20, 1e21, 1e-7, 0.00001, 123456.789]
  const page = start({ x: field.number() }, {})
  for (const [index, number] of numbers.entries()) page.rows.insert('pages', { id: `n${index}`, x: number })
  page.change({ x: text() })
  const found = page.rows.column('pages', 'x')
  expect(numbers.map((_, index) => found[`n${index}`])).toEqual(numbers.map((number) => JSON.stringify(number)))
})
