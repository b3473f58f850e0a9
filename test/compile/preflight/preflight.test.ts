import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Check, type Preflight, preflight } from '../../../src/compile/preflight/preflight.ts'
import { parseMigration, toMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { introspectSchema } from '../../../src/compile/schema/sql/introspect.ts'
import { type Collection, defineCollection, field, sql } from '../../../src/config/index.ts'
import { startDatabase, type TestDatabase } from '../../runtime/migrations/database.ts'
import { lowered } from '../schema/lowered.ts'
import { ProjectHistory } from '../schema/project.ts'
import { Rows } from '../schema/rows.ts'

const tags = defineCollection({ name: 'tags', fields: { name: field.string() } })
const fields = {
  title: field.string(),
  rating: field.string(),
  size: field.number(),
  kind: field.string(),
  tag: field.reference('tags'),
  tags: field.references('tags'),
}
const posts: Collection = defineCollection({ name: 'posts', search: ['title'], fields })

let database: TestDatabase
let project: ProjectHistory

beforeAll(async () => {
  database = await startDatabase()
})

beforeEach(async () => {
  await database.clear()
  project = new ProjectHistory()
  project.build([tags, posts])
  project.seal()
  await database.apply(project.files.map(toMigration))
  await database.sql(
    `INSERT INTO tags (id, name, status, created_at, updated_at, version) VALUES ('t1', 'a', 'draft', 1, 1, 1), ('t2', 'b', 'draft', 1, 1, 1)`,
    row('p1', { title: 'One', rating: '4', size: 1, kind: 'news', tag: 't1' }),
    row('p2', { title: 'One', rating: 'four', size: 2.5, kind: 'rumour' }),
    row('p3', { rating: '5', size: 300, kind: 'news', tag: 't2' }),
    `INSERT INTO posts__tags (owner_id, target_id, position) VALUES ('p1', 't1', 0), ('p1', 't2', 1), ('p2', 't1', 0)`,
  )
})

afterAll(() => database.dispose())

function row(id: string, values: Record<string, string | number>): string {
  const complete = { id, status: 'draft', created_at: 1, updated_at: 1, version: 1, ...values }
  const texts = Object.values(complete).map((value) => (typeof value === 'number' ? value : `'${value}'`))
  return `INSERT INTO posts (${Object.keys(complete).join(', ')}) VALUES (${texts.join(', ')})`
}

/** Builds with changed posts, and asks the rows. */
async function plan(collections: readonly Collection[], options = {}): Promise<Preflight> {
  expect(project.build(collections, options).findings).toEqual([])
  return ask(collections)
}

async function ask(collections: readonly Collection[]): Promise<Preflight> {
  const { pending } = await database.status(project.files.map(toMigration))
  const found = await database.find()
  const result = await preflight({
    live: introspectSchema(found.schema),
    pending: project.files.filter((file) => pending.includes(file.name)),
    collections: lowered(...collections),
    query: (statements) => database.sql(...statements),
  })
  expect(await database.find()).toEqual(found)
  return result
}

const changed = (changes: object, spec: object = {}): Collection =>
  ({ ...posts, ...spec, fields: { ...fields, ...changes } }) as Collection

function failing({ migrations, rules }: Preflight): Pick<Check, 'kind' | 'message' | 'rows' | 'sample'>[] {
  return [...migrations.flatMap(({ checks }) => checks), ...rules]
    .filter(({ rows }) => rows > 0)
    .map(({ kind, message, rows, sample }) => ({ kind, message, rows, sample }))
}

describe('rows that a step takes away or writes', () => {
  test('a field and a collection that go, with how many there are', async () => {
    const dropped = { rating: 'unused', tag: 'unused', tags: 'unused' }
    const result = await plan([{ ...posts, fields: without('rating', 'tag', 'tags'), dropped }], {
      dropped: { tags: 'unused' },
    })
    expect(told(result).sort()).toEqual([
      'drops 2 rows of tags, of 2 rows',
      'drops 2 values of posts.tag, of 3 rows',
      'drops 3 rows of posts__tags, of 3 rows',
      'drops 3 values of posts.rating, of 3 rows',
    ])
    expect(result.failing).toBe(0)
  })

  test('a field that goes loses the values that no other field takes over', async () => {
    const taking = (added: Collection['fields']) =>
      plan([tags, { ...posts, fields: { ...without('rating'), ...added }, dropped: { rating: 'moved' } }])
    const lost = (result: Preflight) => told(result).filter((line) => line.startsWith('drops'))
    const none = ['drops 0 values of posts.rating, of 3 rows']
    expect(lost(await taking({ copy: field.string({ backfill: sql`"rating"` }) }))).toEqual(none)
    const seo = field.group({ fields: { stars: field.string() }, backfill: sql`json_object('stars', "rating")` })
    expect(lost(await taking({ seo }))).toEqual(none)
  })

  test('a field of which others take over a part keeps that part, and loses the values without one', async () => {
    const fates: readonly [sql: readonly string[], lost: number, converted: number][] = [
      [['length("rating")'], 0, 3],
      [['upper("rating")', `CASE "rating" WHEN 'four' THEN 4 END`], 0, 1],
      [[`upper("rating") || "size"`], 0, 1],
      // A value that does not depend on the field is no part of it.
      [[`CASE "rating" WHEN 'four' THEN substr("rating", 1, 2) ELSE 'none' END`], 2, 1],
      [[`CASE WHEN "posts"."rating" = 'four' THEN 1 ELSE length("title") END`], 2, 1],
      [[`'rating'`], 3, 0],
      [[`CASE WHEN "rating" > 'a' THEN substr("rating", 1, 2) END`, `CASE WHEN "rating" = '4' THEN 1 END`], 1, 2],
      [[`(SELECT "name" FROM "tags" WHERE "tags"."id" = "posts"."tag" AND "rating" = '4')`], 2, 1],
    ]
    for (const [backfills, lost, converted] of fates) {
      project.build([tags, posts])
      const added = backfills.map(
        (text, index) =>
          [`part${index}`, field.string({ backfill: sql(Object.assign([text], { raw: [text] })) })] as const,
      )
      const fields = { ...without('rating'), ...Object.fromEntries(added) }
      const result = await plan([tags, { ...posts, fields, dropped: { rating: 'split' } } as Collection])
      expect(
        told(result).filter((line) => !line.startsWith('writes')),
        backfills.join(),
      ).toEqual([
        `drops ${lost} ${lost === 1 ? 'value' : 'values'} of posts.rating, of 3 rows`,
        ...(converted > 0
          ? [
              `keeps ${converted} ${converted === 1 ? 'value' : 'values'} of posts.rating only in part or in another form, of 3 rows`,
            ]
          : []),
      ])
    }
  })

  test('a reference that becomes a list of them loses nothing', async () => {
    const result = await plan([tags, changed({ tag: field.references('tags') })])
    expect(told(result).filter((line) => line.startsWith('drops'))).toEqual([])
  })

  test('a backfill, a value for what becomes required, and a conversion', async () => {
    const result = await plan([
      tags,
      {
        ...changed({
          copy: field.string({ backfill: { field: 'rating' } }),
          title: field.string({ required: true, backfill: 'None' }),
        }),
      },
    ])
    expect(told(result).sort()).toEqual([
      'writes 1 value of posts.title, of 3 rows',
      'writes 3 values of posts.copy, of 3 rows',
    ])
    project.build([tags, posts])
    const converted = await plan([tags, { ...changed({ rating: field.number() }), lossy: { rating: 'points' } }])
    expect(told(converted)).toEqual(['writes 3 values of posts.rating, of 3 rows'])
  })
})

const told = ({ migrations }: Preflight) => migrations.flatMap(({ effects }) => effects.map(({ message }) => message))
const without = (...names: (keyof typeof fields)[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.some((other) => other === name)))

describe('values that a step rewrites', () => {
  const told = ({ migrations }: Preflight) => migrations.flatMap(({ effects }) => effects.map(({ message }) => message))
  const LOCALES = { default: 'en', others: ['de'] }
  const page = (localized: boolean, spec: object = {}): Collection => {
    const label = field.string({ localized })
    const group = field.group({ fields: { label } })
    const inside = { title: field.string({ localized: true }), seo: group, rows: field.list({ of: group }) }
    return { ...defineCollection({ name: 'pages', fields: inside }), ...spec } as Collection
  }

  test('translations in groups, lists and copies of documents, each counted once', async () => {
    await plan([tags, posts, page(true)], { locales: LOCALES })
    project.seal()
    await database.apply(project.files.map(toMigration))
    const stored = (seo: object, ...rows: object[]) => `'${JSON.stringify(seo)}', '${JSON.stringify(rows)}'`
    const both = { label: 'A', 'label@de': 'B' }
    const one = { label: 'A' }
    await database.sql(
      `INSERT INTO pages (id, seo, rows, status, created_at, updated_at, version) VALUES
        ('a', ${stored(both, both, one)}, 'draft', 1, 1, 1), ('b', ${stored(one, both, both)}, 'draft', 1, 1, 1),
        ('c', ${stored(one, one)}, 'draft', 1, 1, 1)`,
      `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at)
        VALUES ('a', 1, 'pages', 'draft', '${JSON.stringify({ id: 'a', seo: both, rows: [both] })}', 1)`,
    )
    const dropped = { 'seo.label@de': 'English only', 'rows.label@de': 'English only' }
    const result = await plan([tags, posts, page(false, { dropped })], { locales: LOCALES })
    expect(told(result).sort()).toEqual([
      'drops 1 value of pages.rows.label@de in versions, of 1 row',
      'drops 1 value of pages.seo.label@de in versions, of 1 row',
      'drops 1 value of pages.seo.label@de, of 3 rows',
      'drops 2 values of pages.rows.label@de, of 3 rows',
      'writes 1 row of pages in versions, of 1 row',
      'writes 1 value of pages.seo, of 3 rows',
      'writes 2 values of pages.rows, of 3 rows',
    ])
  })
})

test('a query stays small, however many collections rewrite the same column', async () => {
  const [few, many] = [await largestQuery(2), await largestQuery(3)]
  expect(many).toBeLessThan(3 * few)
})

/** Returns the number of instructions in the largest query after a language is removed from collections. */
async function largestQuery(count: number): Promise<number> {
  const quote = { words: field.string({ localized: true }) }
  const collections = Array.from({ length: count }, (_, index) =>
    defineCollection({ name: `pages${index}`, fields: { parts: field.blocks({ of: { quote, aside: quote } }) } }),
  )
  const history = new ProjectHistory()
  history.build(collections, { locales: { default: 'en', others: ['de'] } })
  history.seal()
  const rows = new Rows()
  rows.apply(history.files)
  history.build(collections, { locales: { default: 'en', others: ['fr'], dropped: { de: 'English only' } } })
  const sizes: number[] = []
  await preflight({
    live: introspectSchema(rows.all('SELECT type, name, tbl_name, sql FROM sqlite_schema') as never),
    pending: history.files.slice(1),
    collections: lowered(...collections),
    query: async (statements) =>
      statements.map((sql) => {
        sizes.push(rows.all(`EXPLAIN ${sql}`).length)
        return rows.all(sql)
      }),
  })
  return Math.max(...sizes)
}

describe('documents and values that cannot be reached any more', () => {
  const page = (label: Parameters<typeof field.string>[0], spec: object = {}, meta = {}): Collection => {
    const group = field.group({ fields: { label: field.string(label) } })
    const inside = {
      title: field.string(),
      seo: group,
      rows: field.list({ of: group }),
      words: field.list({ of: field.string(label) }),
      parts: field.blocks({ of: { quote: { label: field.string(label) }, plain: { label: field.string() } } }),
      ...meta,
    }
    return { ...defineCollection({ name: 'pages', drafts: true, fields: inside }), ...spec } as Collection
  }
  const long = { label: 'too long' }

  async function start(first: Collection): Promise<void> {
    await plan([tags, posts, first])
    project.seal()
    await database.apply(project.files.map(toMigration))
    const parts = [
      { type: 'quote', ...long },
      { type: 'plain', ...long },
    ]
    const stored = { seo: long, rows: [{ label: 'fits' }, long], words: ['too long', 'fits'], parts }
    const columns = Object.values(stored).map((value) => `'${JSON.stringify(value)}'`)
    await database.sql(
      `INSERT INTO pages (id, seo, rows, words, parts, status, created_at, updated_at, version) VALUES
        ('a', ${columns.join(', ')}, 'draft', 1, 1, 1), ('b', NULL, '[{"label":"fits"}]', '[]', '[]', 'published', 1, 1, 1)`,
      `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at)
        VALUES ('b', 'pages', '${JSON.stringify({ rows: [long] })}', 1, 1, 1, 1)`,
    )
  }

  test('values that the validators reject are counted at every depth, and in pending changes', async () => {
    await start(page({}))
    const result = await plan([tags, posts, page({ max: 4 })])
    expect(failing(result).map(({ message, rows, sample }) => [message, rows, sample])).toEqual([
      ['pages.seo.label is over 4 characters', 1, ['a']],
      ['pages.rows.label is over 4 characters', 1, ['a']],
      ['pages.rows.label is over 4 characters in pending changes', 1, ['b']],
      ['pages.words[] is over 4 characters', 1, ['a']],
      ['pages.parts.quote.label is over 4 characters', 1, ['a']],
    ])
  })

  test('drafts that are taken away, with the pending changes', async () => {
    await start(page({}))
    expect(told(await plan([tags, posts, page({}, { drafts: { off: 'publish' } })]))).toEqual([
      'drops 1 row of pages in pending changes, of 1 row',
      'publishes 1 document of pages, of 2 rows',
    ])
    expect(told(await plan([tags, posts, page({}, { drafts: { off: 'trash' } })]))).toEqual([
      'drops 1 row of pages in pending changes, of 1 row',
      'drops 1 row of pages, of 2 rows',
    ])
  })

  test('a group that becomes blocks loses its contents, in rows and in pending changes', async () => {
    const group = { meta: field.group({ fields: { label: field.string() } }) }
    await start(page({}, {}, group))
    await database.sql(
      `UPDATE pages SET meta = '{"label":"a"}'`,
      `UPDATE content_drafts SET data = '{"meta":{"label":"b"}}'`,
    )
    const blocks = { meta: field.blocks({ of: { quote: { label: field.string() } } }) }
    const result = await plan([tags, posts, page({}, { lossy: { meta: 'begun anew' } }, blocks)])
    expect(failing(result).map(({ message, rows }) => [message, rows])).toEqual([
      ['pages.meta cannot be read as blocks, and is lost', 2],
    ])
    expect(told(result)).toContain('drops 1 value of pages.meta in pending changes, of 1 row')
  })
})

test('copies of documents are counted among those of their collection', async () => {
  const tables = {
    content_versions: `document_id, version, collection_id, status, data, created_at) VALUES ('ID', 1, 'COLLECTION', 'draft', 'DATA', 1`,
    content_trash: `document_id, collection_id, title, data, deleted_at, expires_at, root_id) VALUES ('ID', 'COLLECTION', 'A', 'DATA', 1, 2, 'ID'`,
    content_drafts: `document_id, collection_id, data, version, revision, created_at, updated_at) VALUES ('ID', 'COLLECTION', 'DATA', 1, 1, 1, 1`,
    content_draft_versions: `document_id, version, revision, collection_id, data, created_at) VALUES ('ID', 1, 1, 'COLLECTION', 'DATA', 1`,
  }
  const copy = (id: string, collection: string, data: object) =>
    Object.entries(tables).map(([table, text]) => {
      const values = text.replace('ID', id).replace('COLLECTION', collection).replace('DATA', JSON.stringify(data))
      return `INSERT INTO ${table} (${values})`
    })
  await database.sql(
    ...copy('p1', 'posts', { rating: '4', kind: 'news' }),
    ...copy('p2', 'posts', { kind: 'news' }),
    ...copy('t1', 'tags', { name: 'a' }),
  )
  const places = ['versions', 'the trash', 'pending changes', 'versions of pending changes']
  const renamed = { ...without('kind', 'rating'), sort: field.string({ renamedFrom: 'kind' }) }
  const result = told(await plan([tags, { ...posts, fields: renamed, dropped: { rating: 'unused' } } as Collection]))
  expect(result.filter((line) => line.includes(' in ')).sort()).toEqual(
    places
      .flatMap((place) => [
        `drops 1 value of posts.rating in ${place}, of 2 rows`,
        `writes 2 rows of posts in ${place}, of 2 rows`,
      ])
      .sort(),
  )
  project.build([tags, posts])
  const alone = { ...posts, fields: without('tag', 'tags'), dropped: { tag: 'unused', tags: 'unused' } }
  const dropped = told(await plan([alone as Collection], { dropped: { tags: 'unused' } }))
  expect(dropped.filter((line) => line.includes(' of tags in ')).sort()).toEqual(
    places.map((place) => `drops 1 row of tags in ${place}, of 1 row`).sort(),
  )
})

test('copies that a handwritten statement writes are counted among those that it names', async () => {
  const values = `created_at, status, data) VALUES ('p1', 1, 'posts', 1, 'draft', '{}'), ('t1', 1, 'tags', 1, 'draft', '{}')`
  await database.sql(`INSERT INTO content_versions (document_id, version, collection_id, ${values}`)
  const text = `UPDATE content_versions SET data = '1' WHERE collection_id = 'posts' AND version > 0;\nDELETE FROM content_versions WHERE collection_id = 'tags' OR version = 9;\n`
  project.files.push(parseMigration('0002_mend.sql', text))
  project.seal()
  expect(told(await plan([tags, posts]))).toEqual([
    'overwrites 1 value of data of posts in versions, of 1 row',
    'drops 1 row of content_versions, of 2 rows of all collections',
  ])
})

describe('rows that fail', () => {
  test('a field that becomes required, and one that becomes unique', async () => {
    const result = await plan([
      tags,
      changed({ title: field.string({ required: true }), rating: field.string({ unique: true }) }),
    ])
    expect(failing(result)).toEqual([
      { kind: 'required', message: 'posts.title is required and has no value in some rows', rows: 1, sample: ['p3'] },
    ])
    expect(result.failing).toBe(1)
    await expect(database.apply(project.files.map(toMigration))).rejects.toThrow('posts.title is required')
    project.build([tags, posts])
    const unique = await plan([tags, changed({ title: field.string({ unique: true }) })])
    expect(failing(unique)).toEqual([
      { kind: 'unique', message: 'posts.title must be unique, but is not', rows: 2, sample: ['p1', 'p2'] },
    ])
    await expect(database.apply(project.files.map(toMigration))).rejects.toThrow('UNIQUE')
  })

  test('a reference to a collection that does not have its targets', async () => {
    const authors = defineCollection({ name: 'authors', fields: { name: field.string() } })
    const result = await plan([tags, authors, changed({ tag: field.reference('authors' as 'tags') })])
    expect(failing(result)).toEqual([
      {
        kind: 'reference',
        message: 'posts.tag refers to a row that authors does not have',
        rows: 2,
        sample: ['p1', 'p3'],
      },
    ])
    await expect(database.apply(project.files.map(toMigration))).rejects.toThrow('failed and changed nothing')
  })
})

describe('rows as they will be', () => {
  test('through renames, backfills and several migrations', async () => {
    const renamed = {
      name: 'articles',
      renamedFrom: 'posts',
      fields: { ...fields, title: undefined, headline: field.string({ renamedFrom: 'title' }) },
    }
    const { title: _title, ...rest } = renamed.fields
    const articles = { ...posts, ...renamed, search: ['headline'], fields: rest } as unknown as Collection
    project.build([tags, articles])
    project.seal()
    const result = await plan([
      tags,
      {
        ...articles,
        fields: {
          ...rest,
          headline: field.string({ required: true, renamedFrom: 'title', backfill: { field: 'rating' } }),
          kicker: field.string({ required: true, backfill: sql`nullif(headline, 'One')` }),
          score: field.number({ backfill: { field: 'rating' } }),
        },
      } as Collection,
    ])
    expect(result.migrations).toHaveLength(2)
    expect(failing(result)).toMatchObject([
      { kind: 'required', message: expect.stringContaining('articles.kicker'), rows: 3, sample: ['p1', 'p2', 'p3'] },
    ])
  })

  test('that a migration written by hand deletes, overwrites, publishes and hides', async () => {
    const text = `UPDATE posts SET status = 'published' WHERE kind = 'news';\nUPDATE posts SET status = 'draft' WHERE id = 'p1';\nUPDATE posts SET rating = '0';\nDELETE FROM posts WHERE kind = 'news';\n`
    project.files.push(parseMigration('0002_mend.sql', text))
    project.seal()
    const result = await plan([tags, posts])
    expect(result.migrations[0]?.effects.map(({ message }) => message)).toEqual([
      'overwrites 2 values of posts.status, of 3 rows',
      'publishes 2 documents of posts, of 3 rows',
      'overwrites 1 value of posts.status, of 3 rows',
      'unpublishes 1 document of posts, of 3 rows',
      'overwrites 3 values of posts.rating, of 3 rows',
      'drops 2 rows of posts, of 3 rows',
    ])
    const [first, , , hidden] = result.migrations[0]?.effects ?? []
    expect(first?.sample).toEqual(['p1', 'p3'])
    expect(hidden?.sample).toEqual(['p1'])
  })

  test('that a migration written by hand shows hidden translations, and hides languages', async () => {
    const locales = { default: 'en', others: ['de'] }
    const pages = defineCollection({ name: 'pages', fields: { title: field.string({ localized: true }) } })
    expect((await plan([tags, posts, pages], { locales })).migrations).toHaveLength(1)
    project.seal()
    const statements = [
      `UPDATE pages SET published_locales = NULL WHERE id = 'a'`,
      `UPDATE pages SET published_locales = '["de"]' WHERE published_locales IS NULL`,
    ]
    project.files.push(parseMigration('0003_languages.sql', `${statements.join(';\n')};\n`))
    project.seal()
    await database.apply(project.files.slice(0, 2).map(toMigration))
    await database.sql(
      `INSERT INTO pages (id, published_locales, status, created_at, updated_at, version)
        VALUES ('a', '["en"]', 'published', 1, 1, 1), ('b', '[]', 'published', 1, 1, 1)`,
    )
    expect((await ask([tags, posts, pages])).migrations[0]?.effects.map(({ message }) => message)).toEqual([
      'overwrites 1 value of pages.published_locales, of 2 rows',
      'may show visitors hidden translations of 1 document of pages, of 2 rows',
      'overwrites 0 values of pages.published_locales, of 2 rows',
      'writes 1 value of pages.published_locales, of 2 rows',
      'may hide languages of 1 document of pages from visitors, of 2 rows',
    ])
  })

  test('after a migration written by hand', async () => {
    const text = `CREATE TABLE IF NOT EXISTS posts (id TEXT);\nUPDATE posts SET (kind, size) = (SELECT 'news', 1) WHERE id = 'p1';\nUPDATE posts SET title = id WHERE title IS NULL;\nDELETE FROM posts__tags WHERE owner_id = 'p2';\nDELETE FROM posts WHERE id = 'p2';\n`
    project.files.push(parseMigration('0002_mend.sql', text))
    project.seal()
    const result = await plan([tags, changed({ title: field.string({ required: true, unique: true }) })])
    expect(failing(result)).toEqual([])
    expect(result.migrations.map(({ name }) => name)).toEqual([
      '0002_mend.sql',
      '0003_change_posts_title_and_create_posts_title_unique.sql',
    ])
    expect(result.migrations[0]?.unpredicted).toHaveLength(1)
    expect(result.migrations[0]?.effects.map(({ message }) => message)).toEqual([
      'overwrites 0 values of posts.title, of 3 rows',
      'writes 1 value of posts.title, of 3 rows',
      'drops 1 row of posts__tags, of 3 rows',
      'drops 1 row of posts, of 3 rows',
    ])
    await database.apply(project.files.map(toMigration))
  })
})

test('a database that has everything, and an empty one, have nothing to fear', async () => {
  const settled = await ask([tags, posts])
  expect(settled).toEqual({ migrations: [], rules: [], rowsRead: 0, rowsWritten: 0, failing: 0 })
  const empty = await preflight({
    live: { tables: [], triggers: [] },
    pending: project.files,
    collections: lowered(tags, posts),
    query: () => Promise.reject(new Error('there is nothing to ask')),
  }).catch((error: Error) => error.message)
  expect(empty).toMatchObject({ failing: 0, rowsRead: 0, rowsWritten: 0 })
})
