import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compile, type Diagnostic, writeOutputs } from '../../src/compile/index.ts'
import { shareOf } from '../harness/share.ts'
import { makeProject, type TestProject } from './project.ts'

let project: TestProject
afterEach(() => project.dispose())

const errors = async (): Promise<readonly Diagnostic[]> => {
  const compilation = await compile({ root: project.root })
  return compilation.diagnostics.filter(({ severity }) => severity === 'error')
}

const said = (found: readonly Diagnostic[]) => found.map(({ code, message, hint }) => `${code}: ${message} ${hint}`)

/** Builds, as a project without git that has shared what it has built. */
const build = async (): Promise<void> => {
  const compilation = await compile({ root: project.root })
  expect(said(compilation.diagnostics)).toEqual([])
  writeOutputs(project.root, compilation)
  project.write({ '.cms/pending': '' })
}

const posts = (fields: string, more = '') => `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  ${more}
  fields: { title: field.string(), ${fields} },
})
`
const config = (collections: string, imports: string, more = '') => `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
${imports}
export default defineConfig({ name: 'site', collections: [posts${collections}], ${more} environments: { development: {} } })
`

describe('what a hint offers instead of a mistake', () => {
  interface Case {
    readonly name: string
    readonly files: Readonly<Record<string, string>>
  }
  const cases = readFileSync(new URL('./golden/diagnostics.txt', import.meta.url), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .filter((part) => /^hint: (?:Did you mean|Write) '/m.test(part))
    .map((part): Case => {
      const [name = '', ...sections] = part.split(/^--- /m)
      const files = sections.map((section) => section.split(/\n(.*)/s) as [string, string])
      return { name: name.trim(), files: Object.fromEntries(files.filter(([path]) => path !== 'expected')) }
    })

  /** Mistakes that hide a second one: the rest of the file uses the wrong name, or the right one twice. */
  const layered = new Set(['an import of a name that is not exported', 'a type of field that does not exist', 'search'])

  it.each(shareOf(cases, ({ name }) => name))('is taken, written in its place: $name', async ({ name, files }) => {
    project = makeProject(files)
    const found = await errors()
    const offers = found.filter(({ hint }) => offerIn(hint) !== undefined)
    expect(offers.length).toBeGreaterThan(0)
    for (const offer of offers) {
      project.write(files)
      project.write({ [offer.file ?? '']: withOffer(offer) })
      const left = said(await errors())
      expect(left, offer.hint ?? '').not.toContain(said([offer])[0])
      if (!layered.has(name)) expect(left.length, offer.hint ?? '').toBeLessThan(found.length)
    }
  })

  function offerIn(hint: string | null): string | undefined {
    return /^(?:Did you mean|Write) '([^']+)'/.exec(hint ?? '')?.[1]
  }

  /** The file with the offer in place of what carets mark, in its quotes where there are some. */
  function withOffer({ file, line, column, frame, hint }: Diagnostic): string {
    const text = readFileSync(join(project.root, file ?? ''), 'utf8')
    const length = /\^+/.exec(frame ?? '')?.[0].length ?? 1
    const lines = text.split('\n')
    const before = lines[(line ?? 1) - 1] ?? ''
    const start = (column ?? 1) - 1
    const marked = before.slice(start, start + length)
    const offer = offerIn(hint) ?? ''
    const [quote = ''] = /^['"`]/.exec(marked) ?? []
    lines[(line ?? 1) - 1] = before.slice(0, start) + quote + offer + quote + before.slice(start + length)
    return lines.join('\n')
  }
})

describe('a field that is declared in part', () => {
  it.each([
    'select({})',
    'select()',
    'reference()',
    'reference({ required: true })',
    'references()',
    'group()',
    'group({})',
    'list()',
    'list({})',
    'blocks()',
    'blocks({})',
  ])('field.%s is told a whole declaration, which is taken', async (call) => {
    project = makeProject({ 'collections/posts.ts': posts(`part: field.${call}`) })
    const [found, ...others] = await errors()
    expect(others).toEqual([])
    const declaration = /^For example: (field\..+)$/.exec(found?.hint ?? '')?.[1]
    project.write({ 'collections/posts.ts': posts(`part: ${declaration}`) })
    expect(said(await errors())).toEqual([])
  })
})

describe('a field that becomes required', () => {
  it.each([
    "string('')",
    "string('min: 30')",
    "string('max: 3')",
    "string('unique: true')",
    "text('')",
    "richText('')",
    "slug('')",
    "number('')",
    "number('min: 1')",
    "number('max: -5, integer: true')",
    "number('unique: true')",
    "boolean('')",
    "date('')",
    "datetime('')",
    'select(\'options: ["a", "b"]\')',
    "json('')",
    "group('fields: { a: field.string({ required: true }) }')",
    "list('of: field.string(), min: 2')",
    "blocks('of: { quote: { text: field.text({ required: true }) } }, min: 1')",
    "reference('')",
  ])('field.%s is told a backfill that it takes', async (call) => {
    const [, kind = '', options = ''] = /^(\w+)\('(.*)'\)$/.exec(call) ?? []
    const target = kind === 'reference' ? `'posts', ` : ''
    const more = options === '' ? '' : `, ${options}`
    project = makeProject({ 'collections/posts.ts': posts('') })
    await build()
    project.write({ 'collections/posts.ts': posts(`added: field.${kind}(${target}{ required: true${more} })`) })
    const found = await errors()
    expect(found.map(({ code }) => code)).toEqual(['required-without-value'])
    const [, backfill = '', imported] =
      /: (backfill: .+?)(, with sql imported from 'lintel')?$/s.exec(found[0]?.hint ?? '') ?? []
    const pasted = posts(`added: field.${kind}(${target}{ required: true${more}, ${backfill} })`)
    project.write({
      'collections/posts.ts': imported === undefined ? pasted : pasted.replace('field }', 'field, sql }'),
    })
    expect(said(await errors())).toEqual([])
  })
})

describe('an option that a hint offers is taken, pasted', () => {
  const title = 'title: field.string()'
  const notes = "notes: field.text({ access: { read: ['editor'] } })"
  const inside = (field: string) => `seo: field.group({ fields: { word: field.string()${field} } })`

  /** Fields and options of posts, before and after, and what the hint makes of the latter. */
  interface Case {
    readonly name: string
    readonly before?: string
    readonly after: string
    readonly offer: RegExp
    readonly paste: (offered: string) => string
  }
  const cases: readonly Case[] = [
    {
      name: 'lossy',
      before: posts('years: field.string()'),
      after: posts('years: field.number()'),
      offer: /(lossy: \{.+?\});/,
      paste: (offered) => posts('years: field.number()', `${offered},`),
    },
    {
      name: 'a backfill with its reason',
      before: posts(notes),
      after: posts(`${notes}, copy: field.text({ backfill: { field: 'notes' } })`),
      offer: /(backfill: \{.+\})$/,
      paste: (offered) => posts(`${notes}, copy: field.text({ ${offered} })`),
    },
    ...['string({ required: true, min: 30 })', 'number({ required: true, min: 1 })', 'date({ required: true })'].map(
      (call): Case => ({
        name: `a backfill inside a group: field.${call}`,
        before: posts(inside('')),
        after: posts(inside(`, added: field.${call}`)),
        offer: /(backfill: .+)$/s,
        paste: (offered) => posts(inside(`, added: field.${call.replace(' })', `, ${offered} })`)}`)),
      }),
    ),
    ...['slug: field.slug()', title].map(
      (field): Case => ({
        name: `the address of previews, with ${field}`,
        after: posts(field, "preview: '/preview',"),
        offer: /(preview: .+)$/,
        paste: (offered) => posts(field, `${offered},`),
      }),
    ),
    {
      name: 'onDelete',
      after: posts("next: field.reference('posts', { required: true, onDelete: 'nullify' })"),
      offer: /(onDelete: '\w+')/,
      paste: (offered) => posts(`next: field.reference('posts', { required: true, ${offered} })`),
    },
    {
      name: 'a rule for nobody',
      after: posts(title, 'access: { delete: [] },'),
      offer: /('nobody')/,
      paste: (offered) => posts(title, `access: { delete: ${offered} },`),
    },
    {
      name: 'a public collection for a cache',
      after: posts(title, "access: { read: ['editor'] }, cache: { ttl: 60 },"),
      offer: /(read: 'public')/,
      paste: (offered) => posts(title, `access: { ${offered} }, cache: { ttl: 60 },`),
    },
  ]

  it.each(shareOf(cases, ({ name }) => name))('$name', async ({ before, after, offer, paste }) => {
    project = makeProject({ 'collections/posts.ts': before ?? after })
    if (before !== undefined) await build()
    project.write({ 'collections/posts.ts': after })
    const [found, ...others] = await errors()
    const warned = found ?? (await compile({ root: project.root })).diagnostics[0]
    expect(said(others)).toEqual([])
    const [, offered = ''] = offer.exec(warned?.hint ?? '') ?? []
    expect(offered, warned?.hint ?? '').not.toBe('')
    project.write({ 'collections/posts.ts': paste(offered) })
    expect(said((await compile({ root: project.root })).diagnostics)).toEqual([])
  })

  it('a reference inside a group is offered no value, since none would do', async () => {
    project = makeProject({ 'collections/posts.ts': posts(inside('')) })
    await build()
    const added = ", next: field.reference('posts', { required: true })"
    project.write({ 'collections/posts.ts': posts(inside(added)) })
    expect((await errors())[0]?.hint).toBe('make it optional: remove `required`')
  })
})

describe('what is no longer declared', () => {
  const optionIn = (hint: string | null) => /(dropped: \{.+\})$/.exec(hint ?? '')?.[1] ?? ''

  it('several fields, beside one that went before: one option acknowledges all', async () => {
    project = makeProject({
      'collections/posts.ts': posts('one: field.string(), two: field.number(), three: field.references("posts")'),
    })
    await build()
    project.write({
      'collections/posts.ts': posts(
        'two: field.number(), three: field.references("posts")',
        `dropped: { one: 'it\\'s' },`,
      ),
    })
    await build()
    project.write({ 'collections/posts.ts': posts('', `dropped: { one: 'it\\'s' },`) })
    const found = await errors()
    expect(found).toHaveLength(2)
    for (const { hint } of found) {
      project.write({ 'collections/posts.ts': posts('', `${optionIn(hint)},`) })
      expect(said(await errors())).toEqual([])
    }
  })

  it('a field or its new name, and a collection', async () => {
    const authors = posts('').replace("'posts'", "'authors'")
    project = makeProject({
      'collections/posts.ts': posts('headline: field.string()'),
      'collections/authors.ts': authors,
      'cms.config.ts': config(', authors', `import authors from './collections/authors.ts'`),
    })
    await build()
    project.write({ 'collections/posts.ts': posts('lead: field.string()'), 'cms.config.ts': config('', '') })
    const found = await errors()
    const field = found.find(({ message }) => message.startsWith('posts.headline'))
    const collection = found.find(({ message }) => message.startsWith('the collection authors'))
    const rename = /add (renamedFrom: '\w+') to lead/.exec(field?.hint ?? '')?.[1]
    const acknowledged = config('', '', `${optionIn(collection?.hint ?? null)},`)
    project.write({ 'cms.config.ts': acknowledged, 'collections/posts.ts': posts(`lead: field.string({ ${rename} })`) })
    expect(said(await errors())).toEqual([])
    project.write({ 'collections/posts.ts': posts('lead: field.string()', `${optionIn(field?.hint ?? null)},`) })
    expect(said(await errors())).toEqual([])
  })

  it("tables and columns of a plugin's", async () => {
    const plugin = (tables: string) => `import { definePlugin } from 'lintel'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
export default definePlugin({ name: 'stats', version: '1.0.0', data: { tables: { ${tables} } } })
`
    const hits = (columns: string) => `hits: sqliteTable('hits', { id: text('id').primaryKey(), ${columns} })`
    const other = `other: sqliteTable('other', { id: text('id').primaryKey() })`
    const withStats = (more = '') => config('', `import stats from './stats.ts'`, `plugins: [stats()], ${more}`)
    project = makeProject({
      'stats.ts': plugin(`${hits("path: text('path'), referrer: text('referrer')")}, ${other}`),
      'cms.config.ts': withStats(),
    })
    await build()
    project.write({ 'stats.ts': plugin(`${hits('')}, ${other}`) })
    const columns = await errors()
    expect(columns).toHaveLength(2)
    project.write({ 'cms.config.ts': withStats(`${optionIn(columns[0]?.hint ?? null)},`) })
    await build()
    project.write({ 'stats.ts': plugin(hits('')) })
    const [table] = await errors()
    project.write({ 'cms.config.ts': withStats(`${optionIn(table?.hint ?? null)},`) })
    expect(said(await errors())).toEqual([])
  })
})
