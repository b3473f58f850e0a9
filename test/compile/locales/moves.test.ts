import { expect, it } from 'vitest'
import { compile, writeOutputs } from '../../../src/compile/index.ts'
import { makeProject } from '../project.ts'
import { Rows } from '../schema/rows.ts'

interface Declared {
  /** The config's `locales`, as text. */
  readonly locales?: string
  /** Options of fields, as text. Default: they are localized. */
  readonly options?: string
  /** Further options of the collection, as text. */
  readonly more?: string
  /** Fields of the group, as text. */
  readonly seo?: string
}

/** A project with one document, a version of it, pending changes and a copy in the trash; `change` builds and applies the next state. */
async function start(declared: Declared) {
  const project = makeProject()
  const rows = new Rows()
  const change = async ({
    locales,
    options = 'localized: true',
    more = '',
    seo = 'title: text(), robots: field.string()',
  }: Declared) => {
    project.write({
      'cms.config.ts': `import { defineConfig } from 'lintel'
import pages from './collections/pages.ts'

export default defineConfig({
  name: 'site',
  ${locales === undefined ? '' : `locales: ${locales},`}
  collections: [pages],
  environments: { development: {} },
})
`,
      'collections/pages.ts': `import { defineCollection, field } from 'lintel'

const text = () => field.string({ ${options} })

export default defineCollection({
  name: 'pages',
  drafts: true,
  search: ['title'],
  ${more}
  fields: {
    title: text(),
    seo: field.group({ fields: { ${seo} } }),
    sections: field.blocks({ of: { quote: { text: text() }, list: { rows: field.list({ of: field.group({ fields: { label: text() } }) }) } } }),
  },
})
`,
    })
    const compilation = await compile({ root: project.root })
    expect(compilation.diagnostics.map(({ message }) => message)).toEqual([])
    writeOutputs(project.root, compilation)
    project.write({ '.cms/pending': '' })
    rows.apply(compilation.chain)
  }
  await change(declared)
  return { rows, change, dispose: () => project.dispose() }
}

/** Stores a document as a version, as pending changes and as a copy in the trash, too. */
function store(rows: Rows, document: Readonly<Record<string, unknown>>): void {
  const columns = Object.entries(document).map(([name, value]) => [
    name.replace('@', '__').replace('publishedLocales', 'published_locales'),
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  rows.insert('pages', { id: 'p1', ...Object.fromEntries(columns) })
  const data = JSON.stringify({ id: 'p1', ...document })
  rows.all(
    `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES ('p1', 1, 'pages', 'published', ?, 1)`,
    data,
  )
  rows.all(
    `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at) VALUES ('p1', 'pages', ?, 1, 1, 1, 1)`,
    data,
  )
  rows.all(
    `INSERT INTO content_draft_versions (document_id, revision, collection_id, version, data, created_at) VALUES ('p1', 1, 'pages', 1, ?, 1)`,
    data,
  )
  rows.all(
    `INSERT INTO content_trash (document_id, collection_id, data, deleted_at, expires_at, root_id) VALUES ('p9', 'pages', ?, 1, 2, 'p9')`,
    data,
  )
}

const COPIES = ['content_versions', 'content_drafts', 'content_draft_versions', 'content_trash']

/** The document as its table and all copies of it hold it. */
function held(rows: Rows): { row: Record<string, unknown>; version: Record<string, unknown> } {
  const [row = {}] = rows.all('SELECT * FROM pages')
  const copies = COPIES.map((table) => JSON.parse(String(rows.all(`SELECT data FROM ${table}`)[0]?.data)))
  for (const copy of copies) expect(copy).toEqual(copies[0])
  return {
    row: { ...row, seo: JSON.parse(String(row.seo)), sections: JSON.parse(String(row.sections)) },
    version: copies[0],
  }
}

const german = {
  title: 'A',
  'title@de': 'Ä',
  seo: { title: 'B', 'title@de': 'Bä', robots: 'all' },
  sections: [
    { type: 'quote', text: 'C', 'text@de': 'Cä' },
    { type: 'list', rows: [{ label: 'D', 'label@de': 'Dä' }] },
  ],
}
const plain = {
  title: 'A',
  seo: { title: 'B', robots: 'all' },
  sections: [
    { type: 'quote', text: 'C' },
    { type: 'list', rows: [{ label: 'D' }] },
  ],
}
const renamed = JSON.parse(JSON.stringify(german).replaceAll('@de', '@de-AT'))

it('a field that becomes localized keeps its values as those of the default locale', async () => {
  const { rows, change, dispose } = await start({ options: '' })
  store(rows, plain)
  await change({ locales: `{ default: 'en', others: ['de'] }` })
  expect(held(rows)).toMatchObject({ row: { ...plain, title__de: null }, version: plain })
  expect(rows.search('pages', 'A')).toEqual(['p1'])
  dispose()
})

it('a locale that is renamed takes its values along, and one that comes begins empty', async () => {
  const { rows, change, dispose } = await start({ locales: `{ default: 'en', others: ['de'] }` })
  store(rows, { ...german, publishedLocales: ['en', 'de'] })
  await change({ locales: `{ default: 'en', others: ['de-AT', 'fr'], renamedFrom: { 'de-AT': 'de' } }` })
  const { row, version } = held(rows)
  expect(row).toMatchObject({
    title: 'A',
    title__de_at: 'Ä',
    title__fr: null,
    seo: renamed.seo,
    sections: renamed.sections,
    published_locales: '["en","de-AT"]',
  })
  expect(version).toMatchObject({ ...renamed, publishedLocales: ['en', 'de-AT'] })
  expect(JSON.stringify(version)).not.toContain('@de"')
  dispose()
})

it('a default locale that is called otherwise moves no value, and documents stay shown in it', async () => {
  const { rows, change, dispose } = await start({ locales: `{ default: 'en', others: ['de'] }` })
  store(rows, { ...german, publishedLocales: ['en', 'de'] })
  await change({ locales: `{ default: 'en-GB', others: ['de'] }` })
  const publishedLocales = ['en-GB', 'de']
  expect(held(rows)).toMatchObject({
    row: { title: 'A', title__de: 'Ä', seo: german.seo, published_locales: JSON.stringify(publishedLocales) },
    version: { ...german, publishedLocales },
  })
  dispose()
})

it('a locale that is dropped takes its values with it, and nothing else', async () => {
  const { rows, change, dispose } = await start({ locales: `{ default: 'en', others: ['de', 'fr'] }` })
  store(rows, { ...german, publishedLocales: ['de', 'en'] })
  await change({ locales: `{ default: 'en', others: ['fr'], dropped: { de: 'nobody reads it' } }` })
  const { row, version } = held(rows)
  expect(row).toMatchObject({ ...plain, published_locales: '["en"]' })
  expect(version).toEqual({ id: 'p1', ...plain, publishedLocales: ['en'] })
  expect(Object.keys(row).filter((name) => name.endsWith('__de'))).toEqual([])
  dispose()
})

it('a field that is no longer localized keeps the values of the default locale', async () => {
  const { rows, change, dispose } = await start({ locales: `{ default: 'en', others: ['de'] }` })
  store(rows, german)
  const paths = ['title', 'seo.title', 'sections.quote.text', 'sections.list.rows.label', 'translatedAt']
  const reasons = [
    ...paths.map((path) => `'${path}@de': 'one language is enough'`),
    `publishedLocales: 'as above'`,
    `translatedAt: 'as above'`,
  ]
  await change({ options: '', more: `dropped: { ${reasons.join(', ')} },` })
  const { row, version } = held(rows)
  expect(row).toMatchObject(plain)
  expect(version).toEqual({ id: 'p1', ...plain })
  dispose()
})

it('a locale in which values become required has none, at every depth: nothing is copied', async () => {
  const { rows, change, dispose } = await start({ options: '' })
  store(rows, plain)
  await change({
    locales: `{ default: 'en', others: ['de'] }`,
    options: `localized: true, required: true, requiredIn: 'all'`,
  })
  const { row } = held(rows)
  expect(row).toMatchObject({ title: 'A', title__de: null })
  expect(JSON.stringify(row)).not.toContain('@de')
  dispose()
})

it('a field that takes the name of a localized one has none of its translations', async () => {
  const { rows, change, dispose } = await start({ locales: `{ default: 'en', others: ['de'] }` })
  store(rows, german)
  await change({
    locales: `{ default: 'en', others: ['de'] }`,
    more: `dropped: { 'seo.title': 'as below', 'seo.title@de': 'robots takes its name' },`,
    seo: `title: field.string({ localized: true, renamedFrom: 'robots' })`,
  })
  expect(held(rows).row.seo).toEqual({ title: 'all' })
  dispose()
})
