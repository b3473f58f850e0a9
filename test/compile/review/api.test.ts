import { describe, expect, it } from 'vitest'
import { defineCollection, definePlugin, defineRoute, type Fields, field } from '../../../src/config/index.ts'
import { linesOf, reviewOf, reviewOfFields } from './review-of.ts'

const text = field.string()
/** Explicit title, so that a document's title does not depend on the other fields. */
const title = field.string({ required: true })
const authors = defineCollection({ name: 'authors', fields: { name: text } })
const tags = defineCollection({ name: 'tags', fields: { name: text } })
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
    told: ['breaking: orders.a is now orders.b', 'breaking: orders.b has max 5; it was 9'],
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
    told: ['breaking: orders.a is of type number; it was string'],
  },
  {
    title: 'required from now on',
    before: { a: text },
    after: { a: field.string({ required: true, backfill: 'x' }) },
    told: ['breaking: clients must send orders.a'],
  },
  {
    title: 'required no longer',
    before: { a: field.string({ required: true }) },
    after: { a: text },
    told: ['caution: orders.a may be null in responses'],
  },
  {
    title: 'a default',
    before: { a: text },
    after: { a: field.string({ default: 'x' }) },
    told: ['caution: the default of orders.a is x; it was none'],
  },
  {
    title: 'a default less, where a value is needed',
    before: { a: field.string({ required: true, default: 'x' }) },
    after: { a: field.string({ required: true }) },
    told: ['breaking: orders.a no longer has a default: clients must send it'],
  },
  {
    title: 'a lower maximum',
    before: { a: field.number({ max: 10 }) },
    after: { a: field.number({ max: 5 }) },
    told: ['breaking: orders.a has max 5; it was 10'],
  },
  {
    title: 'a higher maximum',
    before: { a: field.number({ max: 5 }) },
    after: { a: field.number({ max: 10 }) },
    told: ['safe: orders.a has max 10; it was 5'],
  },
  {
    title: 'a minimum',
    before: { a: field.number() },
    after: { a: field.number({ min: 0 }) },
    told: ['breaking: orders.a has min 0; it had none'],
  },
  {
    title: 'a minimum less',
    before: { a: field.number({ min: 0 }) },
    after: { a: field.number() },
    told: ['safe: orders.a no longer has min; it was 0'],
  },
  {
    title: 'whole numbers',
    before: { a: field.number() },
    after: { a: field.number({ integer: true }) },
    options: { lossy: { a: 'rounded' } },
    told: ['breaking: orders.a accepts whole numbers only'],
  },
  {
    title: 'unique',
    before: { a: text },
    after: { a: field.string({ unique: true }) },
    told: ['breaking: values of orders.a must be unique: a repeated one returns 409'],
  },
  {
    title: 'choices',
    before: { a: field.select({ options: ['x', 'y'] }) },
    after: { a: field.select({ options: ['y', 'z'] }) },
    told: ['breaking: orders.a no longer accepts x', 'safe: orders.a also accepts z'],
  },
  {
    title: 'no filter',
    before: { a: text },
    after: { a: field.string({ index: false }) },
    told: ['breaking: lists can no longer filter and sort by orders.a'],
  },
  {
    title: 'a filter',
    before: { a: field.string({ index: false }) },
    after: { a: text },
    told: ['safe: lists can filter and sort by orders.a'],
  },
  {
    title: 'read-only',
    before: { a: text },
    after: { a: field.string({ readOnly: true }) },
    told: ['breaking: orders.a cannot be written'],
  },
  {
    title: 'hidden',
    before: { a: text },
    after: { a: field.string({ hidden: true }) },
    told: ['breaking: orders.a is no longer in responses'],
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
  {
    title: 'drafts',
    before: { a: text },
    after: { a: text },
    options: { drafts: true },
    told: ['caution: new documents of orders are drafts until they are published'],
  },
  {
    title: 'one document only',
    before: { a: text },
    after: { a: text },
    options: { singleton: true },
    told: ['breaking: orders has one document only: creating a second returns 409'],
  },
  {
    title: 'a search',
    before: { a: text },
    after: { a: text },
    options: { search: ['a'] },
    told: ['safe: orders can be searched, by a'],
  },
]

describe('changes of the API', () => {
  it.each(cases)('$title', ({ before, after, options, told }) => {
    const { api } = reviewOfFields({ title, ...before }, { title, ...after }, options)
    expect(linesOf(api).sort()).toEqual([...told].sort())
  })

  it('where references lead, and what a deletion does', () => {
    const orders = (target: 'authors' | 'tags', onDelete: 'restrict' | 'nullify') =>
      defineCollection({ name: 'orders', fields: { by: field.reference(target, { onDelete }) } })
    const elsewhere = reviewOf(
      { collections: [authors, tags, orders('authors', 'restrict')] },
      { collections: [authors, tags, orders('tags', 'restrict')] },
    )
    expect(linesOf(elsewhere.api)).toEqual(['breaking: orders.by refers to tags, no longer to authors'])
    const emptied = reviewOf(
      { collections: [authors, orders('authors', 'restrict')] },
      { collections: [authors, orders('authors', 'nullify')] },
    )
    expect(linesOf(emptied.api)).toEqual([
      'caution: deleting a document that orders.by refers to empties the field; before, it was refused',
    ])
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

  it('fewer versions, which takes some away, and more', () => {
    const keeping = (versions: number) => ({ collections: [{ ...authors, versions }] })
    expect(linesOf(reviewOf(keeping(5), keeping(3)).api)).toEqual([
      'destructive: each document of authors keeps its last 3 versions; it kept 5; older ones are deleted with its next change',
    ])
    expect(linesOf(reviewOf(keeping(3), keeping(5)).api)).toEqual([
      'safe: each document of authors keeps its last 5 versions; it kept 3',
    ])
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
        routes: { read: defineRoute({ method: 'GET', path, access: { roles: ['editor'] }, handler }) },
      })()
    const { api } = reviewOf(
      { collections: [authors], plugins: [stats('/api/old')] },
      { collections: [authors], plugins: [stats('/api/new')] },
    )
    expect(linesOf(api)).toEqual([
      'breaking: GET /api/old is removed (stats)',
      'safe: GET /api/new is new, for admin, editor (stats)',
    ])
  })

  it('says where it was declared', () => {
    const { api } = reviewOfFields({ a: text }, { a: field.number() }, { lossy: { a: 'unused' } })
    expect(api[0]).toMatchObject({ kind: 'field-retyped', subject: 'orders.a', source: 'test.ts:1' })
  })
})

describe('previews', () => {
  const orders = (preview?: string) =>
    defineCollection({ name: 'orders', drafts: true, fields: { title }, ...(preview !== undefined && { preview }) })
  const shop = orders('https://shop.example.com/{id}?preview={token}')

  it('are told where they open what is not published', () => {
    const opened = reviewOf({ collections: [orders()] }, { collections: [shop] })
    expect(linesOf(opened.api)).toEqual([
      "opens: anybody with a preview's link can read that document of orders before it is published, at https://shop.example.com/{id}?preview={token}",
    ])
    const closed = reviewOf({ collections: [shop] }, { collections: [orders()] })
    expect(linesOf(closed.api)).toEqual(['safe: links to previews of orders no longer work'])
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
