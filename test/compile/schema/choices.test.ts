import { expect, test } from 'vitest'
import { columnName } from '../../../src/compile/schema/model/names.ts'
import { classOfStep } from '../../../src/compile/schema/steps/step.ts'
import { type Collection, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import type { SelectChoice } from '../../../src/fields/select/select.ts'
import { ProjectHistory } from './project.ts'
import { Rows } from './rows.ts'

const posts = (options: readonly SelectChoice[], spec: Partial<Collection> = {}, required = false): Collection => {
  const kind = field.select({ options })
  const fields = {
    title: field.string(),
    kind: field.select({ options, required }),
    seo: field.group({ fields: { kind } }),
    rows: field.list({ of: field.group({ fields: { kind } }) }),
    kinds: field.list({ of: kind }),
    parts: field.blocks({ of: { teaser: { kind } } }),
  }
  return { ...defineCollection({ name: 'posts', drafts: true, fields }), ...spec } as Collection
}

const DOCUMENT = {
  kind: 'news',
  seo: { kind: 'news' },
  rows: [{ kind: 'rumor' }, { kind: 'news' }],
  kinds: ['news', 'rumor', 'essay'],
  parts: [{ type: 'teaser', kind: 'rumor' }],
}

/** A project in which `news`, `rumor` and `essay` are stored everywhere. */
function start(): { project: ProjectHistory; rows: Rows } {
  const project = new ProjectHistory()
  expect(project.build([posts(['news', 'rumor', 'essay'])]).findings).toEqual([])
  project.seal()
  const rows = new Rows()
  rows.apply(project.files)
  const { kind, ...inside } = DOCUMENT
  const columns = Object.fromEntries(Object.entries(inside).map(([name, value]) => [name, JSON.stringify(value)]))
  rows.insert('posts', { id: 'p1', kind, ...columns })
  const data = JSON.stringify({ id: 'p1', ...DOCUMENT })
  rows.all(
    `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES ('p1', 1, 'posts', 'draft', '${data}', 1)`,
  )
  rows.all(
    `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at) VALUES ('p1', 'posts', '${data}', 1, 1, 1, 1)`,
  )
  rows.all(
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) VALUES ('g1', 'posts', '${data}', 1, 2, 'g1')`,
  )
  return { project, rows }
}

/** The same document in the row, the version, the pending changes and the trash. */
function stored(rows: Rows): unknown[] {
  const [row = {}] = rows.all('SELECT kind, seo, rows, kinds, parts FROM posts')
  const parse = (name: string) => JSON.parse(String(row[name]))
  const copies = ['content_versions', 'content_drafts', 'content_trash'].map((table) => {
    const { id: _id, ...data } = JSON.parse(String(rows.all(`SELECT data FROM ${table}`)[0]?.data))
    return data
  })
  return [
    { kind: row.kind, seo: parse('seo'), rows: parse('rows'), kinds: parse('kinds'), parts: parse('parts') },
    ...copies,
  ]
}

function said({ findings }: { readonly findings: readonly { code: string; message: string; hint?: string }[] }) {
  return findings.map(({ code, message, hint }) => [code, message, hint])
}

test('choices that are renamed and replaced are rewritten wherever they are stored, once', () => {
  const { project, rows } = start()
  const next = posts([
    { value: 'report', label: 'Report', renamedFrom: 'news' },
    { value: 'rumor', replacedBy: 'essay' },
    'essay',
  ])
  expect(said(project.build([next]))).toEqual([])
  expect(said(project.build([next]))).toEqual([])
  rows.apply(project.files)
  const expected = {
    kind: 'report',
    seo: { kind: 'report' },
    rows: [{ kind: 'essay' }, { kind: 'report' }],
    kinds: ['report', 'essay', 'essay'],
    parts: [{ type: 'teaser', kind: 'essay' }],
  }
  expect(stored(rows)).toEqual([expected, expected, expected, expected])
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
  expect(project.build([posts(['report', 'essay', 'other'])])).toMatchObject({ findings: [], steps: [] })
})

test('choices can swap their names', () => {
  const { project, rows } = start()
  const next = posts([{ value: 'rumor', renamedFrom: 'news' }, { value: 'news', renamedFrom: 'rumor' }, 'essay'])
  expect(said(project.build([next]))).toEqual([])
  rows.apply(project.files)
  expect(stored(rows)[0]).toMatchObject({ kind: 'rumor', rows: [{ kind: 'news' }, { kind: 'rumor' }] })
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
})

test('a choice that is gone must be acknowledged, at each place', () => {
  const { project, rows } = start()
  const [first, ...others] = said(project.build([posts(['news', 'essay'])]))
  expect(first).toEqual([
    'drop-unacknowledged',
    "posts.kind no longer has the choice 'rumor': documents that have it could not be saved any more",
    "if it was renamed, write the new choice as { value: '…', renamedFrom: 'rumor' }; if another one replaces it, add the choice { value: 'rumor', replacedBy: '…' }; to empty the field where it has this value, add to the collection: dropped: { 'kind=rumor': 'why' }",
  ])
  expect(others).toHaveLength(4)
  const paths = ['kind', 'seo.kind', 'rows.kind', 'kinds[]', 'parts.teaser.kind']
  const dropped = Object.fromEntries(paths.map((path) => [`${path}=rumor`, 'never published']))
  expect(said(project.build([posts(['news', 'essay'], { dropped }, true)]))[0]?.[2]).not.toContain('to empty')
  expect(said(project.build([posts(['news', 'essay'], { dropped })]))).toEqual([])
  rows.apply(project.files)
  const expected = { ...DOCUMENT, rows: [{ kind: null }, { kind: 'news' }], kinds: ['news', 'essay'] }
  expect(stored(rows)).toEqual(
    Array.from({ length: 4 }, () => ({ ...expected, parts: [{ type: 'teaser', kind: null }] })),
  )
})

test('a choice that is gone is a loss, also beside one that is renamed', () => {
  const kinds = (options: readonly SelectChoice[], spec: Partial<Collection> = {}): Collection =>
    ({ ...defineCollection({ name: 'kinds', fields: { kind: field.select({ options }) } }), ...spec }) as Collection
  const project = new ProjectHistory()
  project.build([kinds(['news', 'rumor', 'essay'])])
  project.seal()
  const renamed: readonly SelectChoice[] = [{ value: 'report', renamedFrom: 'news' }, 'essay']
  const plan = project.build([kinds(renamed, { dropped: { 'kind=rumor': 'never published' } })])
  const step = plan.steps.find(({ operation }) => operation?.kind === 'change-choices')
  expect(step && classOfStep(step)).toBe('destructive')
})

test('kinds of blocks are renamed, also over the name of one that goes, with what is inside them', () => {
  const project = new ProjectHistory()
  const page = (options: Parameters<typeof field.blocks>[0], spec: Partial<Collection> = {}) =>
    ({ ...defineCollection({ name: 'pages', fields: { parts: field.blocks(options) } }), ...spec }) as Collection
  project.build([
    page({ of: { quote: { text: field.string() }, image: { alt: field.string() }, rule: { n: field.string() } } }),
  ])
  project.seal()
  const rows = new Rows()
  rows.apply(project.files)
  const parts = [
    { type: 'quote', text: 'a' },
    { type: 'image', alt: 'b' },
    { type: 'rule', n: 'c' },
  ]
  rows.insert('pages', { id: 'p1', parts: JSON.stringify(parts) })
  rows.all(
    `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES ('p1', 1, 'pages', 'draft', '${JSON.stringify({ parts })}', 1)`,
  )
  const of = { image: { words: field.string({ renamedFrom: 'text' }) }, rule: { n: field.string() } }
  expect(said(project.build([page({ of })])).map(([, , hint]) => hint)).toEqual([
    "to drop it, add to the collection: dropped: { 'parts.quote': 'why' }",
    "if it was renamed, add to words: renamedFrom: 'alt'; to drop it, add to the collection: dropped: { 'parts.image.alt': 'why' }",
  ])
  const next = page(
    { of, kindsRenamedFrom: { image: 'quote' } },
    { dropped: { 'parts.image': 'no pictures any more' } },
  )
  expect(said(project.build([next]))).toEqual([])
  rows.apply(project.files)
  const expected = [
    { type: 'image', words: 'a' },
    { type: 'rule', n: 'c' },
  ]
  expect(JSON.parse(String(rows.all('SELECT parts FROM pages')[0]?.parts))).toEqual(expected)
  expect(JSON.parse(String(rows.all('SELECT data FROM content_versions')[0]?.data))).toEqual({ parts: expected })
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
})

test('choices are found at every place, whatever the fields around them are called', () => {
  const kind = (options: readonly SelectChoice[]) => field.select({ options })
  const pages = (options: readonly SelectChoice[]) => {
    const part = { kind: kind(options) }
    const fields = {
      of: kind(options),
      fields: field.group({ fields: { of: kind(options), fields: field.group({ fields: part }) } }),
      sections: field.list({ of: field.blocks({ of: { of: part } }) }),
      matrix: field.list({ of: field.list({ of: kind(options) }) }),
      table: field.list({ of: field.list({ of: field.group({ fields: part }) }) }),
      parts: field.blocks({ of: { fields: { rows: field.list({ of: field.group({ fields: part }) }) } } }),
    }
    return defineCollection({ name: 'pages', fields })
  }
  const documentOf = (value: string) => ({
    of: value,
    fields: { of: value, fields: { kind: value } },
    sections: [[{ type: 'of', kind: value }]],
    matrix: [[value]],
    table: [[{ kind: value }]],
    parts: [{ type: 'fields', rows: [{ kind: value }] }],
  })
  const project = new ProjectHistory()
  project.build([pages(['news'])])
  project.seal()
  const rows = new Rows()
  rows.apply(project.files)
  const data = JSON.stringify(documentOf('news'))
  rows.all(
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) VALUES ('g1', 'pages', '${data}', 1, 2, 'g1')`,
  )
  expect(said(project.build([pages([{ value: 'report', renamedFrom: 'news' }])]))).toEqual([])
  rows.apply(project.files)
  expect(JSON.parse(String(rows.all('SELECT data FROM content_trash')[0]?.data))).toEqual(documentOf('report'))
})

test('one reason for a choice that goes is enough for all locales, by the path that the field has or had', () => {
  const tagged = (name: string, options: readonly SelectChoice[], spec: Partial<Collection> = {}) => {
    const renamedFrom = name === 'kind' ? {} : { renamedFrom: 'kind' }
    const fields = { title: field.string(), [name]: field.select({ options, localized: true, ...renamedFrom }) }
    return { ...defineCollection({ name: 'posts', fields }), ...spec } as Collection
  }
  const locales = { locales: { default: 'en', others: ['de'] } }
  for (const path of ['kind', 'sort']) {
    const project = new ProjectHistory()
    project.build([tagged('kind', ['news', 'rumor'])], locales)
    project.seal()
    const rows = new Rows()
    rows.apply(project.files)
    rows.insert('posts', { id: 'p1', kind: 'rumor', [columnName('kind@de')]: 'rumor' })
    const next = tagged('sort', ['news'], { dropped: { [`${path}=rumor`]: 'never published' } })
    expect(said(project.build([next], locales))).toEqual([])
    rows.apply(project.files)
    expect(rows.all(`SELECT "sort", "${columnName('sort@de')}" AS "sort_de" FROM posts`)).toEqual([
      { sort: null, sort_de: null },
    ])
  }
})

test('a field takes the name of one that goes, and not its choices', () => {
  const notes = (fields: Fields, spec: Partial<Collection> = {}) =>
    ({ ...defineCollection({ name: 'notes', fields: { title: field.string(), ...fields } }), ...spec }) as Collection
  const project = new ProjectHistory()
  project.build([notes({ kind: field.select({ options: ['news'] }), sort: field.select({ options: ['a', 'b'] }) })])
  project.seal()
  const kind = field.select({ options: ['a', 'b'], renamedFrom: 'sort' })
  const next = notes({ kind }, { dropped: { kind: 'never used' } })
  expect(said(project.build([next]))).toEqual([])
  project.seal()
  expect(project.build([next])).toMatchObject({ findings: [], steps: [] })
})

test('a choice that is gone leaves lists in lists', () => {
  const project = new ProjectHistory()
  const rows = new Rows()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const pages = (options: readonly SelectChoice[], spec: Partial<Collection> = {}) => {
    const matrix = field.list({ of: field.list({ of: field.select({ options }) }) })
    const fields = Object.fromEntries(names.map((name) => [name, matrix]))
    return { ...defineCollection({ name: 'pages', fields }), ...spec } as Collection
  }
  project.build([pages(['news', 'rumor'])])
  project.seal()
  rows.apply(project.files)
  rows.insert('pages', { id: 'p1', a: JSON.stringify([['news', 'rumor'], ['rumor'], []]) })
  const dropped = Object.fromEntries(names.map((name) => [`${name}[]=rumor`, 'never published']))
  expect(said(project.build([pages(['news'], { dropped })]))).toEqual([])
  rows.apply(project.files)
  expect(rows.column('pages', 'a')).toEqual({ p1: '[["news"],[],[]]' })
})
