import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import authors from '../../../collections/authors.ts'
import categories from '../../../collections/categories.ts'
import pages from '../../../collections/pages.ts'
import posts from '../../../collections/posts.ts'
import site from '../../../collections/site.ts'
import tags from '../../../collections/tags.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import { createSchema } from '../../../src/compile/schema/sql/create.ts'
import type { ManifestCollection } from '../../../src/manifest/index.ts'
import { startDatabase, type TestDatabase } from '../../runtime/migrations/database.ts'
import { coreTables, lowered } from './lowered.ts'

const newsroom = lowered(authors, categories, pages, posts, site, tags)
const statements = createSchema(modelSchema(newsroom, coreTables))
const listed = newsroom.filter((collection) => !collection.singleton)

/** Documents that anonymous callers see; a scheduled document from its moment on. */
const VISIBLE = `"status" IN ('published', 'scheduled') AND ("status" = 'published' OR "scheduled_at" <= 1700000000000)`

/** The caller: everyone signed in sees every status. */
const CALLERS = { editors: null, 'anonymous callers': VISIBLE, 'editors who ask for drafts': `"status" = 'draft'` }

let database: TestDatabase
const inNode = new DatabaseSync(':memory:')

beforeAll(async () => {
  database = await startDatabase()
  await database.sql(...statements)
  for (const statement of statements) inNode.exec(statement)
})

afterAll(() => database.dispose())

describe.each(Object.entries(CALLERS))('lists for %s', (_name, visible) => {
  describe.each(listed.map((collection) => [collection.name, collection] as const))('%s', (_table, collection) => {
    const keys = sortKeys(collection)

    test('sorted by any key, in both directions', async () => {
      await expectIndexed(
        keys.flatMap((key) => [list(collection, [visible], key), list(collection, [visible], `-${key}`)]),
      )
    })

    test('filtered by any key, in the default order', async () => {
      await expectIndexed(keys.map((key) => list(collection, [visible, `"${key}" = 'x'`], '-created_at')))
    })

    test('filtered and sorted by the same key', async () => {
      await expectIndexed(keys.map((key) => list(collection, [visible, `"${key}" > 'x'`], key)))
    })

    test('from a cursor on', async () => {
      const after = `("created_at", "id") < (1700000000000, 'x')`
      await expectIndexed([list(collection, [visible, after], '-created_at')])
      await expectIndexed(keys.map((key) => list(collection, [visible, after, `"${key}" = 'x'`], '-created_at')))
    })
  })
})

test('a filter is counted from the index alone', async () => {
  const queries = listed.flatMap((collection) =>
    sortKeys(collection)
      .filter((key) => !isUnique(collection, key))
      .map((key) => `SELECT count(*) FROM "${collection.table}" WHERE "${key}" = 'x' AND "status" = 'published'`),
  )
  for (const plan of await plans(queries)) expect(plan).toMatch(/USING COVERING INDEX/)
})

test('the default lists of drafts and of what the public sees pass over nothing', async () => {
  const [news] = newsroom.filter(({ name }) => name === 'posts')
  if (!news) throw new Error('the newsroom has no posts')
  const [drafts, visible] = await plans([
    list(news, [`"status" = 'draft'`], '-created_at'),
    list(news, [VISIBLE], '-created_at'),
  ])
  expect(drafts).toContain('USING INDEX posts__draft__idx')
  expect(visible).toContain('USING INDEX posts__visible__idx')
})

test('a compound index answers its filter in its order', async () => {
  const news = newsroom.find(({ name }) => name === 'posts') as ManifestCollection
  await expectIndexed([
    list(news, [VISIBLE, `"author" = 'x'`], '-created_at'),
    list(news, [VISIBLE, '"featured" = 1'], '-published_at'),
    list(news, ['"featured" = 1'], '-published_at'),
  ])
})

test('documents that refer to one, and the positions of a list, are found without a scan', async () => {
  await expectIndexed([
    `SELECT "id" FROM "posts" WHERE "author" = 'x'`,
    `SELECT "id" FROM "posts" WHERE "cover" = 'x'`,
    `SELECT "owner_id" FROM "posts__tags" WHERE "target_id" = 'x'`,
    `SELECT "target_id" FROM "posts__tags" WHERE "owner_id" = 'x' ORDER BY "position"`,
    `SELECT "id" FROM "posts" WHERE "status" = 'scheduled' AND "scheduled_at" <= 1700000000000`,
  ])
})

function isUnique(collection: ManifestCollection, column: string): boolean {
  return collection.fields.some((field) => field.column === column && field.unique)
}

/** Columns that lists may filter and sort by. */
function sortKeys(collection: ManifestCollection): string[] {
  const fields = collection.fields.filter((field) => field.operators.length > 0).flatMap((field) => field.column ?? [])
  return ['created_at', 'updated_at', 'published_at', 'created_by', ...fields]
}

/** A list as the interface asks for it: ties are broken by creation time and id, in the direction of the sort. */
function list(collection: ManifestCollection, conditions: readonly (string | null)[], sort: string): string {
  const key = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? ' DESC' : ''
  const order = [...new Set([key, 'created_at', 'id'])].map((name) => `"${name}"${direction}`).join(', ')
  const where = conditions.filter((condition) => condition !== null).join(' AND ')
  return `SELECT * FROM "${collection.table}"${where ? ` WHERE ${where}` : ''} ORDER BY ${order} LIMIT 20`
}

/** On D1 and in Node alike: nothing is sorted in memory, and no table is read from end to end. */
async function expectIndexed(queries: readonly string[]): Promise<void> {
  const found = await plans(queries)
  for (const [index, plan] of found.entries()) {
    const query = queries[index % queries.length]
    expect(plan, query).not.toMatch(/TEMP B-TREE/)
    expect(plan, query).toMatch(/USING (?:COVERING )?INDEX|USING PRIMARY KEY/)
  }
}

async function plans(queries: readonly string[]): Promise<string[]> {
  const explained = queries.map((query) => `EXPLAIN QUERY PLAN ${query}`)
  const onD1 = (await database.sql(...explained)).map(details)
  const here = explained.map((query) => details(inNode.prepare(query).all()))
  return [...onD1, ...here]
}

function details(rows: readonly Record<string, unknown>[]): string {
  return rows.map((row) => String(row.detail)).join('; ')
}
