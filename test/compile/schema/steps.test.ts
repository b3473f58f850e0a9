import {
  type AnySQLiteColumn,
  index,
  integer,
  real,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { type Collection, type Config, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import { CORE, stageOf } from '../../migrations/fuzz/check-pair.ts'
import { everyCase } from '../../migrations/fuzz/one-change.ts'
import { CONTENT_COLUMNS } from './lowered.ts'
import { planBetween, type Stage, traceOf } from './planned.ts'

test('every change of every kind of field, at every place, takes these steps and no others', async () => {
  const cases = everyCase().filter(({ name }) => name.endsWith('alone'))
  const rows = cases.map(({ name, before, after }): Row => {
    const [kind = '', place = '', change = ''] = name.split(', ')
    return { name: `${place}, ${change}`, of: kind, trace: traceOf(planBetween(stageOf(before), stageOf(after))) }
  })
  await expect(printed(rows)).toMatchFileSnapshot('../golden/steps-of-fields.txt')
})

interface Row {
  readonly name: string
  readonly of: string
  readonly trace: readonly string[]
}

/** Each list of steps once, below the changes that take it. */
function printed(rows: readonly Row[]): string {
  const blocks = [...Map.groupBy(rows, ({ trace }) => trace.join('\n  '))].map(([trace, same]) => {
    const changes = [...Map.groupBy(same, ({ name }) => name)]
    const names = changes.map(([name, all]) => [name, all.map(({ of }) => of).join(' ')].filter(Boolean).join(': '))
    return [...names, `  ${trace}`].join('\n')
  })
  return `${blocks.join('\n\n')}\n`
}

/** A project: collections by name, what the config says besides, and columns of a plugin's table. */
interface Project {
  readonly collections?: readonly Collection[]
  readonly options?: Partial<Config>
  readonly tables?: readonly SQLiteTable[]
}

const FIELDS = {
  title: field.string(),
  summary: field.text(),
  kind: field.select({ options: ['news', 'essay'] }),
  tag: field.reference('tags'),
  tags: field.references('tags'),
  more: field.references('tags'),
}
const posts = (fields: Fields = FIELDS, more: Partial<Collection> = {}) =>
  defineCollection({ name: 'posts', fields, search: ['title'], ...more } as Collection)
const tags = (more: Partial<Collection> = {}) =>
  defineCollection({
    name: 'tags',
    fields: { name: field.string(), parent: field.reference('tags') },
    ...more,
  } as Collection)
const pages = (more: Partial<Collection> = {}) =>
  defineCollection({ name: 'pages', fields: { title: field.string() }, ...more } as Collection)
const withFields = (fields: Fields, more: Partial<Collection> = {}): Project => ({
  collections: [posts({ ...FIELDS, ...fields }, more), tags()],
})
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(FIELDS).filter(([name]) => !names.includes(name)))
const toLabels = {
  tag: field.reference('labels' as 'tags'),
  tags: field.references('labels' as 'tags'),
  more: field.references('labels' as 'tags'),
}
const labels = tags({
  name: 'labels',
  renamedFrom: 'tags',
  fields: { name: field.string(), parent: field.reference('labels' as 'tags') },
})

const LOCALIZED: Fields = { title: field.string({ localized: true }) }
const inLocales = (locales: Config['locales']): Project => ({
  collections: [posts(LOCALIZED)],
  options: { ...(locales && { locales }) },
})
const ENGLISH: Config['locales'] = { default: 'en', others: ['de', 'fr'] }

const id = { id: text('id').primaryKey() }
const things = (columns: Record<string, SQLiteColumnBuilderBase>, keys: readonly (typeof index)[] = []): Project => ({
  tables: [
    // The keys are of the column `words`.
    sqliteTable('things', { ...id, ...columns }, (own) =>
      keys.map((key) => key('things_words').on((own as unknown as { words: AnySQLiteColumn }).words as never)),
    ),
  ],
})
const parents = sqliteTable('parents', id)
const children = sqliteTable('children', {
  ...id,
  parent: text('parent').references((): AnySQLiteColumn => parents.id),
})

/** Changes of a project, from one state to another; the steps stand in the golden file. */
const CHANGES: Readonly<Record<string, readonly [before: Project, after: Project]>> = {
  nothing: [{}, {}],
  'labels, access, limits, defaults and what validators alone look at': [
    {},
    withFields(
      {
        title: field.string({
          label: 'Headline',
          min: 2,
          max: 9,
          pattern: /^a/,
          default: 'abc',
          readOnly: true,
          hidden: false,
        }),
        kind: field.select({ options: ['essay', 'report'] }),
        tags: field.references('tags', { max: 3 } as object),
      },
      {
        label: 'Articles',
        access: { read: ['editor'] },
        cache: { ttl: 5 },
        versions: 3,
        trash: false,
        drafts: true,
        url: 'https://example.com/{slug}',
      } as Partial<Collection>,
    ),
  ],
  'the order of collections and of fields': [
    {},
    { collections: [tags(), posts(Object.fromEntries(Object.entries(FIELDS).reverse()))] },
  ],
  'a collection comes': [{}, { collections: [posts(), tags(), pages()] }],
  'a collection goes': [{ collections: [posts(), tags(), pages()] }, { options: { dropped: { pages: 'why' } } }],
  'a collection goes, with all that refers to it': [
    {},
    {
      collections: [posts(without('tag', 'tags', 'more'), { dropped: { tag: 'a', tags: 'b', more: 'c' } })],
      options: { dropped: { tags: 'why' } },
    },
  ],
  'a collection goes that is not acknowledged': [{ collections: [posts(), tags(), pages()] }, {}],
  'a collection that others refer to gets another name': [
    {},
    { collections: [posts({ ...FIELDS, ...toLabels }), labels] },
  ],
  'a collection with lists and a search gets another name': [
    {},
    { collections: [posts(FIELDS, { name: 'articles', renamedFrom: 'posts' }), tags()] },
  ],
  'collections exchange their names': [
    { collections: [posts({ title: field.string() }), pages()] },
    {
      collections: [
        posts({ title: field.string() }, { name: 'pages', renamedFrom: 'posts' }),
        pages({ name: 'posts', renamedFrom: 'pages' }),
      ],
    },
  ],
  'a collection takes the name of one that goes': [
    { collections: [posts({ title: field.string() }), pages()] },
    { collections: [pages({ name: 'posts', renamedFrom: 'pages' })], options: { dropped: { posts: 'why' } } },
  ],
  'a new collection takes the name that another leaves': [
    { collections: [pages()] },
    { collections: [pages({ name: 'articles', renamedFrom: 'pages' }), pages()] },
  ],
  'fields exchange their names': [
    {},
    {
      collections: [
        posts(
          {
            ...without('title', 'kind'),
            title: field.select({ options: ['news'], renamedFrom: 'kind' }),
            kind: field.string({ renamedFrom: 'title' }),
          },
          { search: ['kind'] },
        ),
        tags(),
      ],
    },
  ],
  'a field takes the name of one that goes': [
    {},
    {
      collections: [
        posts(
          { ...without('summary', 'kind'), summary: field.select({ options: ['news'], renamedFrom: 'kind' }) },
          { dropped: { summary: 'why' } },
        ),
        tags(),
      ],
    },
  ],
  'a new field takes the name that another leaves': [
    {},
    {
      collections: [
        posts({ ...FIELDS, title: field.string(), headline: field.string({ renamedFrom: 'title' }) }),
        tags(),
      ],
    },
  ],
  'lists exchange their names': [
    {},
    {
      collections: [
        posts({
          ...without('tags', 'more'),
          tags: field.references('tags', { renamedFrom: 'more' }),
          more: field.references('tags', { renamedFrom: 'tags' }),
        }),
        tags(),
      ],
    },
  ],
  'a list takes the name of one that goes': [
    {},
    {
      collections: [
        posts(
          { ...without('tags', 'more'), tags: field.references('tags', { renamedFrom: 'more' }) },
          { dropped: { tags: 'why' } },
        ),
        tags(),
      ],
    },
  ],
  'a field comes and another goes': [
    {},
    { collections: [posts({ ...without('summary'), lead: field.string() }, { dropped: { summary: 'why' } }), tags()] },
  ],
  'a reference leads elsewhere': [
    { collections: [posts(), tags(), pages()] },
    { collections: [posts({ ...FIELDS, tag: field.reference('pages') }), tags(), pages()] },
  ],
  'a list leads elsewhere': [
    { collections: [posts(), tags(), pages()] },
    { collections: [posts({ ...FIELDS, tags: field.references('pages') }), tags(), pages()] },
  ],
  'a reference is deleted with what it leads to': [
    {},
    withFields({ tag: field.reference('tags', { onDelete: 'cascade' }) }),
  ],
  'a field without a value where one is needed is filled': [
    {},
    withFields({ rank: field.number({ required: true, backfill: 1 }) }),
  ],
  'a field is filled from another': [{}, withFields({ lead: field.string({ backfill: { field: 'title' } }) })],
  'one document only': [{}, withFields({}, { singleton: true })],
  'any number of documents': [withFields({}, { singleton: true }), {}],
  'no search': [{}, withFields({}, { search: [] })],
  'a search': [withFields({}, { search: [] }), {}],
  'a search of another field': [{}, withFields({}, { search: ['summary'] })],
  'a search of a field more': [{}, withFields({}, { search: ['title', 'summary'] })],
  'an index over two fields': [{}, withFields({}, { indexes: [['kind', '-title']] })],
  'an index over the same fields in another order': [
    withFields({}, { indexes: [['kind', '-title']] }),
    withFields({}, { indexes: [['-title', 'kind']] }),
  ],
  'an index over a field that comes': [{}, withFields({ rank: field.number() }, { indexes: [['rank', 'kind']] })],
  'an index over fields that come': [
    {},
    withFields({ rank: field.number(), size: field.number() }, { indexes: [['rank', 'size']] }),
  ],
  'an index less': [withFields({}, { indexes: [['kind', '-title']] }), {}],
  'languages, which a field has a value for each of': [inLocales(undefined), inLocales(ENGLISH)],
  'another language': [inLocales(ENGLISH), inLocales({ default: 'en', others: ['de', 'fr', 'it'] })],
  'a language goes': [inLocales(ENGLISH), inLocales({ default: 'en', others: ['de'], dropped: { fr: 'why' } })],
  'a language goes that is not acknowledged': [inLocales(ENGLISH), inLocales({ default: 'en', others: ['de'] })],
  'a language gets another name': [
    inLocales(ENGLISH),
    inLocales({ default: 'en', others: ['de-AT', 'fr'], renamedFrom: { 'de-AT': 'de' } }),
  ],
  'the default language gets another name': [inLocales(ENGLISH), inLocales({ default: 'en-GB', others: ['de', 'fr'] })],
  'another language stands in': [
    inLocales(ENGLISH),
    inLocales({ default: 'en', others: ['de', 'fr'], fallback: { fr: 'de' } }),
  ],
  'a table comes': [{}, things({ words: text('words') })],
  'tables come, one of which refers to the other': [{}, { tables: [children, parents] }],
  'tables go, one of which refers to the other': [
    { tables: [parents, children] },
    { options: { dropped: { parents: 'a', children: 'b' } } },
  ],
  'a table goes that is not acknowledged': [things({}), {}],
  'a column comes': [things({}), things({ words: text('words') })],
  'a column comes that has a default': [things({}), things({ size: integer('size').notNull().default(1) })],
  'a column comes that needs a value': [things({}), things({ size: integer('size').notNull() })],
  'a column comes that refers to a row': [
    { tables: [parents, sqliteTable('children', id)] },
    { tables: [parents, children] },
  ],
  'a column goes': [
    things({ words: text('words') }),
    { ...things({}), options: { dropped: { 'things.words': 'why' } } },
  ],
  'a column goes that is not acknowledged': [things({ words: text('words') }), things({})],
  'a column needs a value from now on': [things({ words: text('words') }), things({ words: text('words').notNull() })],
  'a column needs none any more': [things({ words: text('words').notNull() }), things({ words: text('words') })],
  'a column has another default': [
    things({ size: integer('size').default(1) }),
    things({ size: integer('size').default(2) }),
  ],
  'a column takes text': [things({ size: integer('size') }), things({ size: text('size') })],
  'a column takes whole numbers': [
    things({ size: real('size') }),
    { ...things({ size: integer('size') }), options: { lossy: { 'things.size': 'why' } } },
  ],
  'a column takes whole numbers, which is not acknowledged': [
    things({ size: real('size') }),
    things({ size: integer('size') }),
  ],
  'an index of a table': [things({ words: text('words') }), things({ words: text('words') }, [index])],
  'values of a column may not repeat': [
    things({ words: text('words') }),
    things({ words: text('words') }, [uniqueIndex]),
  ],
}

test('every change of a collection, of languages and of a table takes these steps and no others', async () => {
  const stage = ({ collections = [posts(), tags()], options = {}, tables = [] }: Project): Stage => ({
    collections,
    options,
    tables: [...CORE, { owner: 'plugin:test', tables }],
  })
  const rows = Object.entries(CHANGES).map(([name, [before, after]]): Row => {
    return { name, of: '', trace: traceOf(planBetween(stage(before), stage(after), CONTENT_COLUMNS)) }
  })
  await expect(printed(rows)).toMatchFileSnapshot('../golden/steps-of-projects.txt')
})
