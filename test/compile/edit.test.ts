import { describe, expect, it } from 'vitest'
import { type EditPlan, planEdit } from '../../src/compile/edit/plan-edit.ts'
import { EditRefused } from '../../src/compile/edit/refusal.ts'
import { diffTexts } from '../../src/compile/edit/text-diff.ts'
import type { SourceEdit } from '../../src/manifest/source-edit.ts'
import { COLLECTION_SHAPES, CONFIG_SHAPES, REFUSED_CONFIGS, REFUSED_SHAPES } from './edit-shapes.ts'

const CONFIG = CONFIG_SHAPES.plain

/** The plan for a project of these files, in which `posts` is declared in `collections/posts.ts`. */
function plan(files: Readonly<Record<string, string>>, edit: SourceEdit): EditPlan {
  const all: Readonly<Record<string, string>> = { 'cms.config.ts': CONFIG, ...files }
  return planEdit(
    {
      read: (path) => all[path] ?? null,
      configFile: 'cms.config.ts',
      collections: new Map([
        ['posts', 'collections/posts.ts:3'],
        ['tags', 'collections/tags.ts:3'],
      ]),
      plugins: new Map([
        ['core-auth', 'plugins/core-auth/plugin.ts:9'],
        ['cache', 'plugins/cache/plugin.ts:9'],
        ['email', 'plugins/email/plugin.ts:9'],
      ]),
    },
    edit,
  )
}

const diffOf = ({ changes }: EditPlan) =>
  changes.map(({ path, before, after }) => diffTexts(path, before, after)).join('\n')

function refusal(files: Readonly<Record<string, string>>, edit: SourceEdit) {
  try {
    return { diff: diffOf(plan(files, edit)) }
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error
    const { why, message, file, line } = error
    return { why, message, file, line }
  }
}

const POSTS = { 'collections/posts.ts': COLLECTION_SHAPES.plain }
const FIELDS = { title: { type: 'string' }, body: { type: 'text' } }
const change = (collection: object): SourceEdit => ({
  kind: 'change-collection',
  collection: { name: 'posts', ...collection },
})

/** Result of each kind of edit on one plain file. */
const EDITS: Readonly<Record<string, SourceEdit>> = {
  'add-field': change({ fields: { ...FIELDS, summary: { type: 'text', max: 300, help: "The desk's own words" } } }),
  'add-field-between': change({ fields: { title: {}, slug: { type: 'slug', from: 'title' }, body: {} } }),
  'add-reference': change({ fields: { ...FIELDS, author: { type: 'reference', target: 'people', required: true } } }),
  'add-select': change({
    fields: { ...FIELDS, kind: { type: 'select', options: ['news', { value: 'b', label: 'Background' }] } },
  }),
  'add-nested': change({
    fields: {
      ...FIELDS,
      links: { type: 'list', of: { type: 'group', fields: { url: { type: 'string', required: true } } }, max: 5 },
      parts: { type: 'blocks', of: { quote: { text: { type: 'text', required: true }, by: { type: 'string' } } } },
    },
  }),
  'change-option': change({ fields: { title: { max: 120 }, body: {} } }),
  'add-first-option': change({ fields: { title: {}, body: { required: true } } }),
  'remove-option': change({ fields: { title: { max: null }, body: {} } }),
  'remove-last-options': change({ fields: { title: { max: null, required: null }, body: {} } }),
  'change-type': change({ fields: { title: { type: 'text' }, body: {} } }),
  'rename-field': change({ fields: { headline: { type: 'string', renamedFrom: 'title' }, body: {} } }),
  'remove-field': change({ fields: { title: {} }, dropped: { body: 'nobody read it' } }),
  'remove-searched-field': change({ fields: { body: {} }, dropped: { title: "it's in the body" } }),
  'label-and-drafts': change({ label: 'Articles', description: 'What we publish', drafts: true }),
  'search-more': change({ search: ['title', 'body'] }),
  'search-nothing': change({ search: null }),
  access: change({ access: { read: 'public', create: ['editor', 'author'] } }),
  'access-default': change({ access: { read: null } }),
  nothing: change({ fields: FIELDS, search: ['title'] }),
}

describe('edits of a collection are what a person would have typed', () => {
  it.each(Object.entries(EDITS))('%s', async (name, edit) => {
    await expect(diffOf(plan(POSTS, edit))).toMatchFileSnapshot(`golden/edit/${name}.diff`)
  })
})

/** The same three changes in files that are written in other ways. */
describe('every file keeps its own shape', () => {
  it.each(Object.entries(COLLECTION_SHAPES))('%s', async (name, text) => {
    const edits: SourceEdit[] = [
      change({ fields: { title: {}, body: {}, summary: { type: 'text', help: 'Short' } } }),
      change({ fields: { title: { max: 80 }, body: { required: true } }, label: 'Articles' }),
      change({ fields: { title: {} }, dropped: { body: 'gone' } }),
    ]
    const diffs = edits.map((edit) => diffOf(plan({ 'collections/posts.ts': text }, edit)))
    await expect(diffs.join('\n')).toMatchFileSnapshot(`golden/edit/shape-${name}.diff`)
  })

  it('the diff of a field taken out and put back is empty', () => {
    // A line that had to be broken stays so.
    const { 'one-line': _broken, ...shapes } = COLLECTION_SHAPES
    for (const text of Object.values(shapes)) {
      const fields = { title: {}, body: {}, ...(text.includes('lead(') && { lead: {} }) }
      const edit = change({ fields: { ...fields, extra: { type: 'number' } } })
      const [added] = plan({ 'collections/posts.ts': text }, edit).changes
      const [back] = plan({ 'collections/posts.ts': added?.after ?? '' }, change({ fields })).changes
      expect(added?.after).toContain('.number()')
      expect(back?.after).toBe(text)
    }
  })

  it('a byte order mark stays', () => {
    const [changed] = plan(
      { 'collections/posts.ts': `\ufeff${COLLECTION_SHAPES.plain}` },
      change({ label: 'Articles' }),
    ).changes
    expect(changed?.after).toMatch(/^\ufeffimport [\s\S]* label: 'Articles',/)
  })

  it('line feeds of both kinds stay where they are', () => {
    const text = COLLECTION_SHAPES.crlf.replace("name: 'posts',\r", "name: 'posts',\n  search: ['title'],")
    const edit = change({ fields: { headline: { renamedFrom: 'title' }, body: {} } })
    const [changed] = plan({ 'collections/posts.ts': text }, edit).changes
    expect(changed?.after?.replace(/.*renamedFrom.*\r?\n/, '')).toBe(text.replaceAll('title', 'headline'))
  })

  it('a field may be taken out and declared anew in one edit', () => {
    const edit = { ...change({ fields: { title: { type: 'number' } } }), remove: ['title'] } as SourceEdit
    const [changed] = plan(POSTS, edit).changes
    expect(changed?.after).toMatch(/ body: field\.text\(\),\n {4}title: field\.number\(\),\n/)
  })

  it('a field gets another name only where it was there before the edit', () => {
    const fields = { lead: { type: 'text', max: 5 }, summary: { type: 'string', renamedFrom: 'lead' } }
    const [changed] = plan(POSTS, { ...change({ fields }), remove: [] } as SourceEdit).changes
    expect(changed?.after).toMatch(
      /lead: field\.text\({ max: 5 }\),\n {4}summary: field\.string\({ renamedFrom: 'lead' }\),/,
    )
  })

  it.each(Object.entries(REFUSED_SHAPES))('refuses %s, with the place', (_, { text, edit, line, message }) => {
    const outcome = refusal(
      { 'collections/posts.ts': text },
      change(edit ?? { fields: { ...FIELDS, a: { type: 'text' } } }),
    )
    expect(outcome).toMatchObject({ why: 'shape', file: 'collections/posts.ts', line })
    expect(outcome.message).toMatch(message)
  })
})

const NESTED = `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  fields: {
    title: field.string(),
    seo: field.group({
      fields: {
        // shown by search engines
        title: field.string({ max: 60 }), // short
        image: field.media(),
      },
    }),
    links: field.list({ of: field.group({ fields: { url: field.string(), label: field.string() } }) }),
    marks: field.list({ of: field.string() }),
    parts: field.blocks({
      of: {
        quote: {
          text: field.text(),
          rows: field.list({ of: field.group({ fields: { cell: field.string() } }) }),
        },
        made: make(),
      },
    }),
    computed: group(),
  },
})
`
const inside = (path: string, fields: object, more: object = {}): SourceEdit => ({
  kind: 'change-collection',
  collection: { name: 'posts', fields } as never, // as a program may send it
  inside: path.split('.'),
  remove: [],
  ...more,
})

describe('fields inside groups, lists and blocks', () => {
  const files = { 'collections/posts.ts': NESTED }

  it('are changed, added and put in order where they stand', async () => {
    const edits = [
      inside(
        'seo',
        { title: { max: 70 }, description: { type: 'text' } },
        { order: ['image', 'title', 'description'] },
      ),
      inside('links', { url: { required: true } }, { order: ['label', 'url'] }),
      inside('marks', { of: { max: 20 } }),
      inside('parts.quote', { by: { type: 'string', help: 'Who said so' } }),
      inside('parts.quote.rows', { cell: { type: 'text' } }),
    ]
    const diffs = edits.map((edit) => diffOf(plan(files, edit)))
    await expect(diffs.join('\n')).toMatchFileSnapshot('golden/edit/nested.diff')
  })

  it.each([
    ['a field that holds none', inside('title', { a: { type: 'text' } }), 6, /has no fields inside/],
    ['fields that a function makes', inside('parts.made', { a: { type: 'text' } }), 22, /is created by code/],
    ['a field that a function makes', inside('computed', { a: { type: 'text' } }), 25, /group\(\)/],
    ['no field', inside('nothing', { a: { type: 'text' } }), 5, /no field nothing/],
    ['no block', inside('parts.nothing', { a: { type: 'text' } }), 17, /no block nothing/],
    ['another name', inside('seo', { head: { renamedFrom: 'title' } }), 10, /stored value/],
    ['a field less', inside('seo', {}, { remove: ['image'] }), 11, /stored value/],
  ] as const)('are refused for %s, with the place', (_, edit, line, message) => {
    expect(refusal(files, edit)).toMatchObject({ why: 'shape', file: 'collections/posts.ts', line })
    expect(refusal(files, edit).message).toMatch(message)
  })
})

describe('the order of fields', () => {
  const put = (order: readonly string[]): SourceEdit => ({ ...change({ fields: {} }), remove: [], order }) as SourceEdit

  it.each(Object.entries(COLLECTION_SHAPES))('is another, with their comments: %s', async (name, text) => {
    const isThree = text.includes('lead(')
    const order = isThree ? ['lead', 'body', 'title'] : ['body', 'title']
    const { changes } = plan({ 'collections/posts.ts': text }, put(order))
    await expect(changes[0]?.after).toMatchFileSnapshot(`golden/edit/order-${name}.txt`)
    const back = put(order.toReversed())
    const [again] = plan({ 'collections/posts.ts': changes[0]?.after ?? '' }, back).changes
    expect(again?.after).toBe(text)
  })

  it('is that of a program, too', () => {
    const { changes } = plan(POSTS, change({ fields: { body: {}, extra: { type: 'number' }, title: {} } }))
    expect(changes[0]?.after).toMatch(/body: .*\n {4}extra: .*\n {4}\/\/ what the front page shows\n {4}title: /)
  })

  it.each([
    ['a line of two fields', 'fields: {\n a: field.text(), b: field.text(),\n c: field.text() }', 4],
    ['comments between fields of a line', 'fields: { a: field.text(), /* one */ b: field.text(), c: field.text() }', 3],
    ['a spread', 'fields: {\n ...more,\n a: field.text(),\n b: field.text(), c: field.text() }', 4],
  ])('is refused for %s, with the place', (_, fields, line) => {
    const text = `import { defineCollection, field } from 'lintel'\nexport default defineCollection({ name: 'posts',\n${fields} })\n`
    expect(refusal({ 'collections/posts.ts': text }, put(['b', 'a', 'c']))).toMatchObject({
      why: 'shape',
      file: 'collections/posts.ts',
      line,
    })
  })

  it('has every field once', () => {
    for (const order of [['title'], ['title', 'title'], ['title', 'body', 'more'], []])
      expect(refusal(POSTS, put(order))).toMatchObject({ why: 'invalid', file: 'collections/posts.ts', line: 7 })
  })
})

describe('the config', () => {
  const NEW: SourceEdit = {
    kind: 'create-collection',
    collection: { name: 'pages', label: 'Pages', drafts: true, fields: { title: { type: 'string', required: true } } },
  }

  it.each(Object.entries(CONFIG_SHAPES))('takes in a new collection, and lets one go: %s', async (name, text) => {
    const files = { ...POSTS, 'cms.config.ts': text }
    const edits: SourceEdit[] = [NEW, { kind: 'delete-collection', name: 'posts', reason: 'moved to another service' }]
    const diffs = edits.map((edit) => diffOf(plan(files, edit)))
    await expect(diffs.join('\n')).toMatchFileSnapshot(`golden/edit/config-${name}.diff`)
  })

  it.each(Object.entries(REFUSED_CONFIGS))('refuses %s, with the place', (_, { text, line, message }) => {
    const outcome = refusal({ ...POSTS, 'cms.config.ts': text }, NEW)
    expect(outcome).toMatchObject({ why: 'shape', file: 'cms.config.ts', line })
    expect(outcome.message).toMatch(message)
  })

  it('refuses to let a collection go that it has by way of another file', () => {
    const text = CONFIG.replace('./collections/posts.ts', './collections/index.ts')
    const edit: SourceEdit = { kind: 'delete-collection', name: 'posts', reason: null }
    expect(refusal({ ...POSTS, 'cms.config.ts': text }, edit)).toMatchObject({
      why: 'shape',
      file: 'cms.config.ts',
      line: 10,
    })
  })

  it('refuses a name that leads elsewhere, one that is taken, and a file that is there', () => {
    const create = (name: string): SourceEdit => ({ kind: 'create-collection', collection: { name, fields: {} } })
    expect(refusal(POSTS, create('../evil'))).toMatchObject({ why: 'invalid' })
    expect(refusal(POSTS, create('posts'))).toMatchObject({ why: 'exists', file: 'collections/posts.ts', line: 3 })
    const proto = JSON.parse('{ "__proto__": { "type": "string" } }')
    expect(refusal(POSTS, change({ fields: { ...FIELDS, 'a b': { type: 'text' } } }))).toMatchObject({ why: 'invalid' })
    expect(refusal(POSTS, change({ fields: proto }))).toMatchObject({ why: 'invalid' })
    expect(refusal({ ...POSTS, 'collections/pages.ts': '' }, create('pages'))).toMatchObject({ why: 'exists' })
  })

  it('gives a collection another name where its own is taken or a word of the language', () => {
    const create = (name: string): SourceEdit => ({ kind: 'create-collection', collection: { name, fields: {} } })
    expect(diffOf(plan(POSTS, create('class')))).toContain("+import classCollection from './collections/class.ts'")
    expect(diffOf(plan(POSTS, create('cache')))).toContain('+import cacheCollection from')
    expect(diffOf(plan(POSTS, create('blog_posts')))).toContain("+import blogPosts from './collections/blog_posts.ts'")
  })

  it('a collection that is declared again is dropped no longer', () => {
    const text = CONFIG.replace('environments', "dropped: { pages: 'unused' },\n  environments")
    const diff = diffOf(plan({ 'cms.config.ts': text }, NEW))
    expect(diff).toContain("-  dropped: { pages: 'unused' },")
  })
})

describe('settings', () => {
  const settings = (plugin: string, values: object, environment: string | null = null): SourceEdit => ({
    kind: 'change-settings',
    plugin,
    environment,
    settings: values as never, // the table below holds plain values
  })
  const CASES: Readonly<Record<string, SourceEdit>> = {
    'setting-changed': settings('core-auth', { tokenExpiration: 7200 }),
    'setting-added': settings('core-auth', { rateLimitMaxAttempts: 5 }),
    'setting-first': settings('cache', { namespaces: { posts: 60 } }),
    'setting-default': settings('core-auth', { tokenExpiration: null }),
    'setting-environment': settings('core-auth', { tokenExpiration: 60 }, 'development'),
    'setting-environment-more': settings('cache', { maxEntries: 10 }, 'production'),
    'setting-environment-default': settings('core-auth', { tokenExpiration: null }, 'production'),
  }

  it.each(Object.entries(CASES))('%s', async (name, edit) => {
    await expect(diffOf(plan({}, edit))).toMatchFileSnapshot(`golden/edit/${name}.diff`)
  })

  it('never touches a secret, nor what is code', () => {
    expect(refusal({}, settings('email', { apiKey: 'typed-by-mistake' }))).toMatchObject({ why: 'invalid' })
    const code = refusal({}, settings('email', { apiKey: null }))
    expect(code).toMatchObject({ why: 'shape', file: 'cms.config.ts', line: 14 })
    expect(refusal({}, settings('cache', { apiKey: 'typed-by-mistake' }))).toMatchObject({ why: 'invalid' })
    expect(refusal({}, settings('cache', { store: { password: 'x' } }, 'production'))).toMatchObject({ why: 'invalid' })
    expect(refusal({}, settings('absent', { a: 1 }))).toMatchObject({ why: 'missing' })
  })
})
