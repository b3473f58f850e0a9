import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/**
 * Way to store the text of documents in three languages. Each query requests `de`, and `en` if a translation is
 * missing.
 */
export interface Layout {
  readonly name: string
  readonly fill: (database: DatabaseSync, documents: number) => void
  readonly queries: { readonly newest: string; readonly sorted: string; readonly slug: string; readonly search: string }
}

const LOCALES = ['en', 'de', 'fr'] as const
const BODY = 'The quick brown fox jumps over the lazy dog. '.repeat(10)
const COLUMNS = ['', '__de', '__fr']
const INDEX = 'CREATE INDEX newest ON posts (created_at, id); CREATE INDEX rated ON posts (rating, created_at, id)'

/** Returns the text of a document in a locale; `null` for one document in five, which has no translation. */
const textOf = (what: string, document: number, locale: string) =>
  locale !== 'en' && document % 5 === 0 ? null : `${what}${document}${locale === 'fr' ? '-fr' : ''}`
const titleOf = (document: number, locale: string) => textOf('word', (document * 7919) % 1_000_003, locale)

function insertAll(
  database: DatabaseSync,
  documents: number,
  sql: string,
  rows: (document: number) => readonly SQLInputValue[][],
): void {
  const insert = database.prepare(sql)
  database.exec('BEGIN')
  for (let document = 0; document < documents; document += 1) for (const row of rows(document)) insert.run(...row)
  database.exec('COMMIT')
}

const shared = (document: number) => [document, document, document % 6]

function columnsLayout(name: string, suffixes: readonly string[]): Layout {
  const names = ['title', 'slug', 'body'].flatMap((column) => suffixes.map((suffix) => column + suffix))
  const locales = LOCALES.slice(0, suffixes.length)
  const own = suffixes[1] ?? suffixes[0]
  const shown = (column: string) => (suffixes.length === 1 ? column : `coalesce(${column}${own}, ${column})`)
  return {
    name,
    fill: (database, documents) => {
      database.exec(`CREATE TABLE posts (id INTEGER PRIMARY KEY, created_at, rating, ${names.join(', ')})`)
      insertAll(database, documents, `INSERT INTO posts VALUES (${'?, '.repeat(names.length + 2)}?)`, (document) => [
        [
          ...shared(document),
          ...locales.map((locale) => titleOf(document, locale)),
          ...locales.map((locale) => textOf('slug-', document, locale)),
          ...locales.map((locale) => (textOf('', document, locale) === null ? null : BODY)),
        ],
      ])
      const coalesced = (column: string, suffix: string) =>
        suffix === '' ? column : `coalesce(${column}${suffix}, ${column})`
      for (const [place, suffix] of suffixes.entries())
        database.exec(
          `CREATE INDEX title_${place} ON posts (${coalesced('title', suffix)}, created_at, id); CREATE INDEX slug_${place} ON posts (${coalesced('slug', suffix)})`,
        )
      const titles = suffixes.map((suffix) => `title${suffix}`)
      const texts = suffixes.map((suffix) => coalesced('title', suffix)).join(', ')
      database.exec(
        `${INDEX}; CREATE VIRTUAL TABLE fts USING fts5(${titles.join(', ')}, content=''); INSERT INTO fts (rowid, ${titles.join(', ')}) SELECT id, ${texts} FROM posts`,
      )
    },
    queries: queriesOf({
      from: 'posts',
      shown,
      found: `SELECT rowid FROM fts WHERE fts MATCH '{title${suffixes.length === 1 ? '' : own}} : ' || ?`,
    }),
  }
}

interface Words {
  readonly from: string
  /** Joins that are faster for these queries. */
  readonly sortedFrom?: string
  readonly slugFrom?: string
  readonly shown: (column: string) => string
  readonly found: string
}

function queriesOf({ from, sortedFrom = from, slugFrom = from, shown, found }: Words): Layout['queries'] {
  const select = `SELECT posts.id, created_at, rating, ${shown('title')}, ${shown('slug')}, ${shown('body')} FROM`
  return {
    newest: `${select} ${from} ORDER BY created_at DESC, posts.id DESC LIMIT 20`,
    sorted: `${select} ${sortedFrom} WHERE rating >= 3 ORDER BY ${shown('title')}, created_at, posts.id LIMIT 20`,
    slug: `${select} ${slugFrom} WHERE ${shown('slug')} = ? LIMIT 1`,
    search: `${select} ${from} WHERE posts.id IN (${found}) LIMIT 20`,
  }
}

/**
 * Stores translations in a table of their own: either only those that exist, so that a list must join the fallback, or
 * a row for each locale, so that a change to the default text updates several rows.
 */
function sideTable(name: string, hasFallbacks: boolean): Layout {
  return {
    name,
    fill: (database, documents) => {
      database.exec(
        'CREATE TABLE posts (id INTEGER PRIMARY KEY, created_at, rating); CREATE TABLE words (post INTEGER, locale TEXT, title, slug, body, PRIMARY KEY (post, locale)) WITHOUT ROWID',
      )
      insertAll(database, documents, 'INSERT INTO posts VALUES (?, ?, ?)', (document) => [shared(document)])
      insertAll(database, documents, 'INSERT INTO words VALUES (?, ?, ?, ?, ?)', (document) =>
        LOCALES.filter((locale) => hasFallbacks || titleOf(document, locale) !== null).map((locale) => [
          document,
          locale,
          titleOf(document, locale) ?? titleOf(document, 'en'),
          textOf('slug-', document, locale) ?? textOf('slug-', document, 'en'),
          BODY,
        ]),
      )
      database.exec(
        `CREATE INDEX word_title ON words (locale, title, post); CREATE INDEX word_slug ON words (locale, slug); ${INDEX}; CREATE VIRTUAL TABLE fts USING fts5(post UNINDEXED, locale UNINDEXED, title); INSERT INTO fts SELECT post, locale, title FROM words`,
      )
    },
    queries: queriesOf({
      from: hasFallbacks
        ? "posts CROSS JOIN words AS de ON de.post = posts.id AND de.locale = 'de'"
        : "posts CROSS JOIN words AS en ON en.post = posts.id AND en.locale = 'en' LEFT JOIN words AS de ON de.post = posts.id AND de.locale = 'de'",
      shown: (column) => (hasFallbacks ? `de.${column}` : `coalesce(de.${column}, en.${column})`),
      ...(hasFallbacks && {
        sortedFrom: "words AS de INDEXED BY word_title CROSS JOIN posts ON posts.id = de.post AND de.locale = 'de'",
        slugFrom: "words AS de INDEXED BY word_slug CROSS JOIN posts ON posts.id = de.post AND de.locale = 'de'",
      }),
      found: "SELECT post FROM fts WHERE locale = 'de' AND fts MATCH ?",
    }),
  }
}

const inJson = (column: string, locale: string) =>
  locale === 'en' ? `${column} ->> '$.en'` : `coalesce(${column} ->> '$.${locale}', ${column} ->> '$.en')`

const json: Layout = {
  name: 'JSON',
  fill: (database, documents) => {
    database.exec('CREATE TABLE posts (id INTEGER PRIMARY KEY, created_at, rating, title, slug, body)')
    const texts = (value: (locale: string) => string | null) =>
      JSON.stringify(Object.fromEntries(LOCALES.map((locale) => [locale, value(locale)])))
    insertAll(database, documents, 'INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?)', (document) => [
      [
        ...shared(document),
        texts((locale) => titleOf(document, locale)),
        texts((locale) => textOf('slug-', document, locale)),
        texts((locale) => (textOf('', document, locale) === null ? null : BODY)),
      ],
    ])
    for (const locale of LOCALES)
      database.exec(
        `CREATE INDEX title_${locale} ON posts (${inJson('title', locale)}, created_at, id); CREATE INDEX slug_${locale} ON posts (${inJson('slug', locale)})`,
      )
    database.exec(
      `${INDEX}; CREATE VIRTUAL TABLE fts USING fts5(en, de, fr, content=''); INSERT INTO fts (rowid, en, de, fr) SELECT id, ${LOCALES.map((locale) => inJson('title', locale)).join(', ')} FROM posts`,
    )
  },
  queries: queriesOf({
    from: 'posts',
    shown: (column) => inJson(column, 'de'),
    found: "SELECT rowid FROM fts WHERE fts MATCH '{de} : ' || ?",
  }),
}

/** Layouts that are compared. The first one is the baseline. */
export const LAYOUTS: readonly [Layout, ...Layout[]] = [
  columnsLayout('one language', ['']),
  columnsLayout('columns', COLUMNS),
  sideTable('side table', false),
  sideTable('side table with fallbacks', true),
  json,
]
