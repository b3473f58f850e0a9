import { describe, expect, it } from 'vitest'
import { diffOptions } from '../../../src/compile/review/diff-options.ts'
import {
  type AccessRule,
  type Collection,
  defineCollection,
  definePlugin,
  defineRoute,
  type Fields,
  field,
} from '../../../src/config/index.ts'
import { linesOf, reviewOf, reviewOfFields } from './review-of.ts'

const text = field.string()
/** Explicit title, so that a document's title does not depend on the other fields. */
const title = field.string({ required: true })
const authors = defineCollection({ name: 'authors', fields: { name: text } })
const _tags = defineCollection({ name: 'tags', fields: { name: text } })
const people = defineCollection({ name: 'people', fields: { name: text } })

interface Case {
  readonly title: string
  readonly before: Fields
  readonly after: Fields
  readonly options?: object
  readonly told: readonly string[]
}

const cases: readonly Case[] = [
  { title: 'nothing', before: { a: text }, after: { a: text }, told: [] },
  { title: 'label and help', before: { a: text }, after: { a: field.string({ label: 'A', help: 'b' }) }, told: [] },
  { title: 'another order', before: { a: text, b: text }, after: { b: text, a: text }, told: [] },
  { title: 'a field more', before: {}, after: { a: text }, told: ['safe: orders.a (string) is new'] },
  {
    title: 'a required field more',
    before: {},
    after: { a: field.string({ required: true, backfill: 'x' }) },
    told: ['breaking: orders.a (string) is new and required: clients must send it'],
  },
  {
    title: 'a required field more, with a default',
    before: {},
    after: { a: field.string({ required: true, default: 'x' }) },
    told: ['safe: orders.a (string) is new'],
  },
  {
    title: 'a field less',
    before: { a: text, b: text },
    after: { b: text },
    options: { dropped: { a: 'unused' } },
    told: ['breaking: orders.a is removed'],
  },
  {
    title: 'another name',
    before: { a: text },
    after: { b: field.string({ renamedFrom: 'a' }) },
    told: ['breaking: orders.a is now orders.b'],
  },
  {
    title: 'another name and another limit',
    before: { a: field.string({ max: 9 }) },
    after: { b: field.string({ renamedFrom: 'a', max: 5 }) },
    told: ['breaking: orders.a is now orders.b', 'breaking: orders.b has max 5; previously 9'],
  },
  {
    title: 'names that swap',
    before: { a: field.string({ max: 1 }), b: field.string({ max: 2 }) },
    after: { a: field.string({ max: 2, renamedFrom: 'b' }), b: field.string({ max: 1, renamedFrom: 'a' }) },
    told: ['breaking: orders.b is now orders.a', 'breaking: orders.a is now orders.b'],
  },
  {
    title: 'another type',
    before: { a: text },
    after: { a: field.number() },
    options: { lossy: { a: 'typed by mistake' } },
    told: ['breaking: orders.a is of type number; previously string'],
  },
  {
    title: 'another type, and required from now on',
    before: { a: text },
    after: { a: field.number({ required: true, backfill: 1 }) },
    options: { lossy: { a: 'typed by mistake' } },
    told: ['breaking: orders.a is of type number; previously string', 'breaking: clients must send orders.a'],
  },
  {
    title: 'another type, and required no longer',
    before: { a: field.string({ required: true }) },
    after: { a: field.text() },
    told: ['breaking: orders.a is of type text; previously string', 'caution: orders.a may be null in responses'],
  },
  {
    title: 'required from now on',
    before: { a: text },
    after: { a: field.string({ required: true, backfill: 'x' }) },
    told: ['breaking: clients must send orders.a'],
  },
  {
    title: 'a limit that goes, so that the lower one of the type applies',
    before: { a: field.string({ max: 5000 }), b: field.list({ of: text, max: 9 }) },
    after: { a: text, b: field.list({ of: text }) },
    told: [
      'breaking: orders.a no longer has max: 1000 applies; previously 5000',
      'safe: orders.b no longer has max: 1000 applies; previously 9',
    ],
  },
  {
    title: 'files that are refused',
    before: {
      a: field.media({ minWidth: 100, types: ['image/*'] }),
      b: field.media(),
      c: field.media({ minWidth: 9 }),
    },
    after: {
      a: field.media({ minWidth: 5000, types: ['image/png'] }),
      b: field.media({ minHeight: 10, types: ['image/*'] }),
      c: field.media(),
    },
    told: [
      'breaking: orders.a has minWidth 5000; previously 100',
      'breaking: types of orders.a is ["image/png"]; previously ["image/*"]',
      'breaking: orders.b has minHeight 10; previously none',
      'breaking: types of orders.b is ["image/*"]; previously none',
      'safe: orders.c no longer has minWidth; previously 9',
    ],
  },
  {
    title: 'files that are accepted',
    before: { a: field.media({ minWidth: 100, types: ['image/png'] }), b: field.media({ types: ['image/png'] }) },
    after: { a: field.media({ minWidth: 50, types: ['image/*'] }), b: field.media() },
    told: [
      'safe: orders.a has minWidth 50; previously 100',
      'safe: types of orders.a is ["image/*"]; previously ["image/png"]',
      'safe: types of orders.b is none; previously ["image/png"]',
    ],
  },
  {
    title: 'a later first day',
    before: { a: field.date({ min: '2024-01-01' }) },
    after: { a: field.date({ min: '2025-01-01' }) },
    told: ['breaking: orders.a has min 2025-01-01; previously 2024-01-01'],
  },
  {
    title: 'embeds and nodes that are refused',
    before: { a: field.richText({ embeds: ['youtube', 'vimeo'], nodes: { b: { content: 'blocks' }, c: {} } }) },
    after: { a: field.richText({ embeds: ['vimeo'], nodes: { b: { content: 'inline' } } }) },
    told: [
      'caution: the option embeds of orders.a is ["vimeo"]; previously ["youtube","vimeo"]',
      'breaking: orders.a no longer accepts embeds of youtube',
      'breaking: content of orders.a.b is inline; previously blocks',
      'breaking: orders.a.c is removed',
    ],
  },
  {
    title: 'whole numbers',
    before: { a: field.number() },
    after: { a: field.number({ integer: true }) },
    options: { lossy: { a: 'rounded' } },
    told: ['breaking: orders.a accepts whole numbers only'],
  },
  {
    title: 'a required field in a list',
    before: { a: field.list({ of: field.group({ fields: { b: text } }) }) },
    after: { a: field.list({ of: field.group({ fields: { b: field.string({ required: true }) } }) }) },
    told: ['breaking: clients must send orders.a[].b'],
  },
  {
    title: 'a field less in a group',
    before: { a: field.group({ fields: { b: text, c: text } }) },
    after: { a: field.group({ fields: { c: text } }) },
    options: { dropped: { 'a.b': 'unused' } },
    told: ['breaking: orders.a.b is removed'],
  },
  {
    title: 'a group less, with all that is in it',
    before: { a: field.group({ fields: { b: text } }), c: text },
    after: { c: text },
    options: { dropped: { a: 'unused' } },
    told: ['breaking: orders.a is removed'],
  },
]

describe('changes of the API', () => {
  it.each(cases)('$title', ({ before, after, options, told }) => {
    const { api } = reviewOfFields({ title, ...before }, { title, ...after }, options)
    expect(linesOf(api).sort()).toEqual([...told].sort())
  })

  it('collections that come, go and get another name', () => {
    expect(linesOf(reviewOf({ collections: [authors] }, { collections: [authors, people] }).api)).toEqual([
      'safe: the collection people is new, at /api/people',
    ])
    const gone = reviewOf({ collections: [authors, people] }, { collections: [authors], dropped: { people: 'merged' } })
    expect(linesOf(gone.api)).toEqual(['breaking: the collection people is removed, with /api/people'])
    const renamed = defineCollection({ name: 'writers', renamedFrom: 'authors', fields: { name: text } })
    expect(linesOf(reviewOf({ collections: [authors] }, { collections: [renamed] }).api)).toEqual([
      'breaking: the collection authors is now writers: /api/authors is removed, /api/writers is new',
    ])
  })

  it('names that move on over several migrations, and one that another field has had between', () => {
    const stage = (fields: Fields) => ({ collections: [defineCollection({ name: 'authors', fields })] })
    const review = reviewOf(
      stage({ a: text }),
      stage({ c: field.string({ renamedFrom: 'b' }), d: field.string({ renamedFrom: 'a' }) }),
      stage({ b: field.string({ renamedFrom: 'a' }) }),
      stage({ b: field.string({ renamedFrom: 'a' }), a: text }),
    )
    expect(linesOf(review.api)).toEqual(['breaking: authors.a is now authors.c', 'safe: authors.d (string) is new'])
  })

  it('a name that a field has on its way, and another had before', () => {
    const stage = (fields: Fields) => defineCollection({ name: 'authors', fields })
    const review = reviewOf(
      { collections: [stage({ a: text, b: field.number() })] },
      { collections: [stage({ c: field.string({ renamedFrom: 'b' }) })] },
      { collections: [{ ...stage({ b: field.string({ renamedFrom: 'a' }) }), dropped: { b: 'never used' } }] },
    )
    expect(linesOf(review.api)).toEqual(['breaking: authors.b is removed', 'breaking: authors.a is now authors.c'])
  })

  it('a collection with another name, not for the references that lead to it', () => {
    const posts = (target: 'authors' | 'tags') =>
      defineCollection({ name: 'posts', fields: { by: field.reference(target), slug: field.slug({ from: 'by' }) } })
    const renamed = defineCollection({ name: 'tags', renamedFrom: 'authors', fields: { name: text } })
    const { api } = reviewOf({ collections: [authors, posts('authors')] }, { collections: [renamed, posts('tags')] })
    expect(api.map(({ kind }) => kind)).toEqual(['collection-renamed'])
  })

  it('routes of plugins, new ones with who may call them', () => {
    const handler = () => new Response('')
    const stats = (path: `/${string}`) =>
      definePlugin({
        name: 'stats',
        version: '1.0.0',
        http: { routes: { read: defineRoute({ method: 'GET', path, access: { roles: ['editor'] }, handler }) } },
      })()
    const { api } = reviewOf(
      { collections: [authors], plugins: [stats('/api/old')] },
      { collections: [authors], plugins: [stats('/api/new')] },
    )
    expect(linesOf(api)).toEqual([
      'opens: GET /api/new is new, for admin, editor (stats)',
      'breaking: GET /api/old is removed (stats)',
    ])
  })

  it('says where it was declared', () => {
    const { api } = reviewOfFields({ a: text }, { a: field.number() }, { lossy: { a: 'unused' } })
    expect(api[0]).toMatchObject({ kind: 'field-retyped', subject: 'orders.a', source: 'test.ts:1' })
  })
})

it('a field of another type takes what is inside it along', () => {
  const seo = field.group({ fields: { title: field.string(), words: field.list({ of: field.string() }) } })
  const { api } = reviewOfFields({ title, seo }, { title, seo: field.string() }, {
    lossy: { seo: 'one line' },
  } as object)
  expect(linesOf(api).map((line) => line.slice(0, line.indexOf(';')))).toEqual([
    'breaking: orders.seo is of type string',
  ])
})

it.each<[what: string, ofCollection: NonNullable<Collection['access']>, ofField: AccessRule | undefined, told: string]>(
  [
    ['everybody', { read: 'public' }, undefined, 'everybody'],
    ['a function', { read: () => true }, undefined, 'those whom a function admits'],
    ['roles within a function', { read: () => true }, ['editor'], 'admin and editor, if a function admits them'],
  ],
)('says who reads the fields of collections that swap their names: %s', (_what, access, ofField, who) => {
  const note = field.string(ofField === undefined ? {} : { access: { read: ofField } })
  const named = (name: string, fields: Fields, renamedFrom?: string) =>
    defineCollection({ name, fields, access, ...(renamedFrom && { renamedFrom }) })
  const title = field.string()
  const { api } = reviewOf(
    { collections: [named('letters', { title }), named('secrets', { title })] },
    { collections: [named('letters', { title }, 'secrets'), named('secrets', { title, note }, 'letters')] },
  )
  expect(api.find(({ subject }) => subject === 'secrets.note')?.notes).toEqual([`secrets.note is read by ${who}`])
})

it.each([
  ['maxItems', 9, 5, 'breaking'],
  ['maxItems', 5, 9, 'safe'],
  ['maxSize', '9 MB', '10 MB', 'breaking'],
  ['minimum', 1, 2, 'caution'],
  ['minItems', undefined, 2, 'breaking'],
  ['allowedHosts', ['a'], ['a', 'b'], 'safe'],
  ['formats', ['a', 'b'], ['a'], 'breaking'],
  ['formats', ['a'], undefined, 'safe'],
  ['step', 1, 5, 'breaking'],
  ['ratio', '4:3', undefined, 'safe'],
  ['hint', 'a', 'b', 'caution'],
])("an option of a plugin's type, %s: %j → %j is %s", (option, before, after, grade) => {
  const field = (value: unknown) => ({ type: 'custom', ...(value !== undefined && { [option]: value }) })
  expect(diffOptions('a', field(before), field(after)).map((change) => change.class)).toEqual([grade])
})
