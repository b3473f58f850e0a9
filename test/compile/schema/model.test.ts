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
import { defineCollection, field } from '../../../src/config/index.ts'
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

test('a compound index has its keys in the directions that are given, and ends in that of the last', () => {
  const fields = { firstName: field.string(), size: field.number() }
  const indexesOf = (...indexes: string[][]) =>
    modelSchema(lowered(defineCollection({ name: 'gadgets', fields, indexes } as never)), coreTables)
      .tables.find(({ name }) => name === 'gadgets')
      ?.indexes.filter(({ name }) => name.includes('first_name') && name.includes('size'))
      .map(({ name, columns }) => [name, ...columns.slice(0, 4)])
  expect(indexesOf(['firstName', '-size'], ['-firstName', 'size'])).toEqual([
    ['gadgets__first_name__size_desc__idx', '"first_name"', '"size" DESC', '"created_at" DESC', '"id" DESC'],
    ['gadgets__first_name_desc__size__idx', '"first_name" DESC', '"size"', '"created_at"', '"id"'],
  ])
})

function create(schema: Schema): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const statement of createSchema(schema)) database.exec(statement)
  return database
}

function introspect(database: DatabaseSync): Schema {
  return introspectSchema(database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[])
}
