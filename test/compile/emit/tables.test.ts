import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, expect, test } from 'vitest'
import authors from '../../../collections/authors.ts'
import posts from '../../../collections/posts.ts'
import tags from '../../../collections/tags.ts'
import { emitTables } from '../../../src/compile/emit/tables.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import { createSchema } from '../../../src/compile/schema/sql/create.ts'
import { defineCollection, field, fieldTypes } from '../../../src/config/index.ts'
import { coreTables, lowered } from '../schema/lowered.ts'

const folder = new URL(`../../../node_modules/.cache/tables-${process.pid}/`, import.meta.url)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the generated tables have the columns of the database', async () => {
  const collections = lowered(authors, posts, tags)
  const generated = await load(emitTables(collections, fieldTypes))
  expect(Object.keys(generated).sort()).toEqual(['authors', 'posts', 'posts__tags', 'tags'])
  const database = new DatabaseSync(':memory:')
  for (const statement of createSchema(modelSchema(collections, coreTables))) database.exec(statement)
  for (const table of Object.values(generated)) {
    const { name, columns } = getTableConfig(table)
    const found = database.prepare('SELECT name, type FROM pragma_table_info(?) ORDER BY name').all(name)
    const declared = columns.map((column) => ({ name: column.name, type: column.getSQLType().toUpperCase() }))
    expect(declared.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(found.map((column) => ({ ...column })))
  }
})

test('a collection whose name is a word of the language is exported with an underscore', async () => {
  const collections = lowered(defineCollection({ name: 'class', fields: { label: field.string() } }))
  expect(Object.keys(await load(emitTables(collections, fieldTypes)))).toEqual(['class_'])
})

async function load(text: string): Promise<Record<string, SQLiteTable>> {
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${text.length}.ts`, folder)
  writeFileSync(file, text)
  return await import(file.href)
}
