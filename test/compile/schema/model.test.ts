import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import authors from '../../../collections/authors.ts'
import categories from '../../../collections/categories.ts'
import pages from '../../../collections/pages.ts'
import posts from '../../../collections/posts.ts'
import site from '../../../collections/site.ts'
import tags from '../../../collections/tags.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import { canonicalSchema, hashSchema } from '../../../src/compile/schema/sql/canonical.ts'
import { createSchema } from '../../../src/compile/schema/sql/create.ts'
import { introspectSchema, SCHEMA_QUERY, type SchemaRow } from '../../../src/compile/schema/sql/introspect.ts'
import type { Schema } from '../../../src/manifest/index.ts'
import { coreTables, lowered } from './lowered.ts'

const newsroom = lowered(authors, categories, pages, posts, site, tags)
const schema = modelSchema(newsroom, coreTables)

test('a database made from the model reads back as the model', () => {
  expect(JSON.parse(canonicalSchema(introspect(create(schema))))).toEqual(JSON.parse(canonicalSchema(schema)))
})

test('the order of collections changes nothing', () => {
  expect(hashSchema(modelSchema([...newsroom].reverse(), coreTables))).toBe(hashSchema(schema))
})

test('names are read as SQLite reads them', () => {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE TABLE a·b (🙂 TEXT, [c d] INTEGER DEFAULT 1e3, 'e''f' TEXT)")
  database.exec('CREATE INDEX naïve·one ON a·b (🙂, [c d] DESC)')
  const [table] = introspect(database).tables
  expect(table).toMatchObject({
    name: 'a·b',
    columns: [{ name: '🙂' }, { name: 'c d', default: '1e3' }, { name: "e'f" }],
    indexes: [{ name: 'naïve·one', columns: ['"🙂"', '"c d" DESC'] }],
  })
})

function create(schema: Schema): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const statement of createSchema(schema)) database.exec(statement)
  return database
}

function introspect(database: DatabaseSync): Schema {
  return introspectSchema(database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[])
}
