import type { MigrationPhase } from '../../../src/manifest/index.ts'

/** Declarations of a program, as far as its responses are compared with them. */
export interface Shape {
  readonly collection: string
  /** The field whose value says the document's number: `T 12`. */
  readonly title: string
  /** Values that each field may have in document number `n`. More than one if another program may have written it. */
  readonly fields: { readonly [name: string]: (n: number) => readonly unknown[] }
  /** Queries that find the one document of a number. */
  readonly filters: (n: number) => readonly string[]
}

/** A program, and what the deployment that brings it changes. */
export interface Transition {
  readonly name: string
  /** Of the migration that it brings. */
  readonly phase: MigrationPhase
  readonly files: Readonly<Record<string, string>>
  readonly shape: Shape
}

/** The authors that every document has one of; made by the first program. */
export const AUTHORS = ['Ann', 'Bob', 'Cid']

/** Ids of the authors, filled in once they are made. */
export const authorIds: string[] = []

const authorOf = (n: number) => authorIds[n % AUTHORS.length]

const TITLE = 'title: field.string({ required: true })'
const UNIQUE = 'title: field.string({ required: true, unique: true })'
const HOMEPAGE = 'homepage: field.string()'
const VIEWS = 'views: field.number({ integer: true })'
const NOTE = 'note: field.text()'
const AUTHOR = "author: field.reference('authors')"
const SUBTITLE = 'subtitle: field.string()'
const WEBSITE = 'website: field.string()'
const VIEWS_TEXT = 'views: field.string()'
const RATING = 'rating: field.number({ required: true, integer: true, backfill: 3 })'

const title = (n: number) => [`T ${n}`]
const site = (n: number) => [`https://site.example/${n}`]
const views = (n: number) => [n]
const viewsText = (n: number) => [String(n)]
const note = (n: number) => [`N ${n}`, null]
const subtitle = (n: number) => [`S ${n}`, null]
const author = (n: number) => [authorOf(n)]
const authors = (n: number) => [[authorOf(n)]]
const rating = (n: number) => [(n % 5) + 1, 3]

const byHomepage = (n: number) => [`homepage=${site(n)[0]}`, `views=${n}`, `title=T%20${n}`]
const byWebsite = (n: number) => [`website=${site(n)[0]}`, `views=${n}`, `title=T%20${n}`]

interface Parts {
  readonly name?: string
  readonly fields: readonly string[]
  readonly options?: string
  /** Further collections by name, each with its fields. */
  readonly others?: readonly string[]
  readonly config?: string
}

/** The files of a project with one collection that is asked, authors, and others that are only there. */
function files({ name = 'posts', fields, options = '', others = [], config = '' }: Parts): Record<string, string> {
  const all = [name, 'authors', ...others]
  const access = "access: { read: 'public', create: 'public', update: 'public', delete: 'public' }"
  const collection = (own: string, its: string, more: string) =>
    `import { defineCollection, field } from 'lintel'\n\nexport default defineCollection({ name: '${own}', ${access}, fields: { ${its} }, ${more} })\n`
  return {
    'cms.config.ts': `import { defineConfig } from 'lintel'
${all.map((own) => `import ${own} from './collections/${own}.ts'`).join('\n')}

export default defineConfig({ name: 'site', collections: [${all.join(', ')}], ${config} environments: { development: {}, production: { domain: 'cms.example.com', migrations: 'check' } } })
`,
    ...Object.fromEntries(others.map((own) => [`collections/${own}.ts`, collection(own, 'name: field.string()', '')])),
    'collections/authors.ts': collection('authors', 'name: field.string()', ''),
    [`collections/${name}.ts`]: collection(name, fields.join(', '), options),
  }
}

const START = [TITLE, HOMEPAGE, VIEWS, NOTE, AUTHOR]
const START_SHAPE = { title, homepage: site, views, note, author }
const DROPPED = "dropped: { labels: 'nobody reads them' },"
const LATE = { title, website: site, subtitle, author }

export const TRANSITIONS: readonly Transition[] = [
  {
    name: 'the first program',
    phase: 'expand',
    files: files({ fields: START, others: ['labels'] }),
    shape: { collection: 'posts', title: 'title', fields: START_SHAPE, filters: byHomepage },
  },
  {
    name: 'a field is added',
    phase: 'expand',
    files: files({ fields: [...START, SUBTITLE], others: ['labels'] }),
    shape: { collection: 'posts', title: 'title', fields: { ...START_SHAPE, subtitle }, filters: byHomepage },
  },
  {
    name: 'a collection is added',
    phase: 'expand',
    files: files({ fields: [...START, SUBTITLE], others: ['labels', 'events'] }),
    shape: { collection: 'posts', title: 'title', fields: { ...START_SHAPE, subtitle }, filters: byHomepage },
  },
  {
    name: 'an index is added',
    phase: 'expand',
    files: files({
      fields: [...START, SUBTITLE],
      options: "indexes: [['views', '-title']]",
      others: ['labels', 'events'],
    }),
    shape: { collection: 'posts', title: 'title', fields: { ...START_SHAPE, subtitle }, filters: byHomepage },
  },
  {
    name: 'a field becomes unique',
    phase: 'switch',
    files: files({
      fields: [UNIQUE, HOMEPAGE, VIEWS, NOTE, AUTHOR, SUBTITLE],
      options: "indexes: [['views', '-title']]",
      others: ['labels', 'events'],
    }),
    shape: { collection: 'posts', title: 'title', fields: { ...START_SHAPE, subtitle }, filters: byHomepage },
  },
  {
    name: 'a field is dropped',
    phase: 'contract',
    files: files({
      fields: [UNIQUE, HOMEPAGE, VIEWS, AUTHOR, SUBTITLE],
      options: "indexes: [['views', '-title']], dropped: { note: 'nobody reads it' }",
      others: ['labels', 'events'],
    }),
    shape: {
      collection: 'posts',
      title: 'title',
      fields: { title, homepage: site, views, author, subtitle },
      filters: byHomepage,
    },
  },
  {
    name: 'a collection is dropped',
    phase: 'contract',
    files: files({
      fields: [UNIQUE, HOMEPAGE, VIEWS, AUTHOR, SUBTITLE],
      options: "dropped: { note: 'nobody reads it' }, indexes: [['views', '-title']]",
      others: ['events'],
      config: DROPPED,
    }),
    shape: {
      collection: 'posts',
      title: 'title',
      fields: { title, homepage: site, views, author, subtitle },
      filters: byHomepage,
    },
  },
  {
    name: 'a field is renamed',
    phase: 'switch',
    files: files({
      fields: [UNIQUE, "website: field.string({ renamedFrom: 'homepage' })", VIEWS, AUTHOR, SUBTITLE],
      others: ['events'],
      options: "indexes: [['views', '-title']]",
      config: DROPPED,
    }),
    shape: { collection: 'posts', title: 'title', fields: { ...LATE, views }, filters: byWebsite },
  },
  {
    name: 'a collection is renamed',
    phase: 'switch',
    files: files({
      name: 'articles',
      fields: [UNIQUE, WEBSITE, VIEWS, AUTHOR, SUBTITLE],
      options: "renamedFrom: 'posts', indexes: [['views', '-title']]",
      others: ['events'],
      config: DROPPED,
    }),
    shape: { collection: 'articles', title: 'title', fields: { ...LATE, views }, filters: byWebsite },
  },
  {
    name: 'a field gets another type',
    phase: 'switch',
    files: files({
      name: 'articles',
      fields: [UNIQUE, WEBSITE, VIEWS_TEXT, AUTHOR, SUBTITLE],
      options: "indexes: [['views', '-title']]",
      others: ['events'],
      config: DROPPED,
    }),
    shape: { collection: 'articles', title: 'title', fields: { ...LATE, views: viewsText }, filters: byWebsite },
  },
  {
    name: 'one reference becomes many',
    phase: 'switch',
    files: files({
      name: 'articles',
      fields: [
        UNIQUE,
        WEBSITE,
        VIEWS_TEXT,
        "writers: field.references('authors', { renamedFrom: 'author' })",
        SUBTITLE,
      ],
      options: "indexes: [['views', '-title']]",
      others: ['events'],
      config: DROPPED,
    }),
    shape: {
      collection: 'articles',
      title: 'title',
      fields: { title, website: site, subtitle, writers: authors, views: viewsText },
      filters: byWebsite,
    },
  },
  {
    name: 'many references become one',
    phase: 'switch',
    files: files({
      name: 'articles',
      fields: [UNIQUE, WEBSITE, VIEWS_TEXT, "author: field.reference('authors', { renamedFrom: 'writers' })", SUBTITLE],
      options: "indexes: [['views', '-title']], lossy: { author: 'there was only ever one' }",
      others: ['events'],
      config: DROPPED,
    }),
    shape: { collection: 'articles', title: 'title', fields: { ...LATE, views: viewsText }, filters: byWebsite },
  },
  {
    name: 'a field is required, with a value for those that lack it',
    phase: 'switch',
    files: files({
      name: 'articles',
      fields: [UNIQUE, WEBSITE, VIEWS_TEXT, AUTHOR, SUBTITLE, RATING],
      options: "indexes: [['views', '-title']]",
      others: ['events'],
      config: DROPPED,
    }),
    shape: {
      collection: 'articles',
      title: 'title',
      fields: { ...LATE, views: viewsText, rating },
      filters: byWebsite,
    },
  },
  {
    name: 'all of it at once',
    phase: 'switch',
    files: files({
      name: 'stories',
      fields: [
        "headline: field.string({ required: true, renamedFrom: 'title' })",
        "homepage: field.string({ unique: true, renamedFrom: 'website' })",
        VIEWS_TEXT,
        "editor: field.reference('authors', { renamedFrom: 'author' })",
        'rating: field.number({ required: true, integer: true })',
        "kind: field.select({ options: ['long', 'short'], default: 'long' })",
      ],
      options: "renamedFrom: 'articles', dropped: { subtitle: 'nobody reads it' }, search: ['headline']",
      others: ['places'],
      config: "dropped: { labels: 'nobody reads them', events: 'they are over' },",
    }),
    shape: {
      collection: 'stories',
      title: 'headline',
      fields: { headline: title, homepage: site, views: viewsText, editor: author, rating, kind: () => ['long'] },
      filters: (n) => [`homepage=${site(n)[0]}`, `views=${n}`, `headline=T%20${n}`],
    },
  },
]
