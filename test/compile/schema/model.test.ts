import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import authors from '../../../collections/authors.ts'
import categories from '../../../collections/categories.ts'
import pages from '../../../collections/pages.ts'
import posts from '../../../collections/posts.ts'
import site from '../../../collections/site.ts'
import tags from '../../../collections/tags.ts'
import { schemaOf } from '../../../src/compile/schema/files/run-statements.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import { canonicalSchema, hashSchema } from '../../../src/compile/schema/sql/canonical.ts'
import { createSchema } from '../../../src/compile/schema/sql/create.ts'
import { introspectSchema, SCHEMA_QUERY, type SchemaRow } from '../../../src/compile/schema/sql/introspect.ts'
import { readStatement } from '../../../src/compile/schema/sql/read-statement.ts'
import { defineCollection, field } from '../../../src/config/index.ts'
import type { Schema } from '../../../src/manifest/index.ts'
import { coreTables, lowered } from './lowered.ts'

const newsroom = lowered(authors, categories, pages, posts, site, tags)
const schema = modelSchema(newsroom, coreTables)

test('a database made from the model reads back as the model', () => {
  expect(JSON.parse(canonicalSchema(introspect(create(schema))))).toEqual(JSON.parse(canonicalSchema(schema)))
})

test('a table is what SQLite says it is, whatever its text looks like', () => {
  const [table] = introspect(
    database(`CREATE TABLE t (Code TEXT COLLATE NOCASE NOT NULL DEFAULT 'x', n INTEGER CHECK (n > 1) DEFAULT (1 + 1),
      who TEXT REFERENCES people ON DELETE NO ACTION, PRIMARY KEY (code))`),
  ).tables
  expect(table).toMatchObject({
    columns: [
      { name: 'Code', notNull: true, default: "'x'", primaryKey: 1 },
      { name: 'n', notNull: false, default: '(1 + 1)', primaryKey: 0 },
      { name: 'who' },
    ],
    foreignKeys: [{ columns: ['who'], table: 'people', references: ['id'] }],
    beyond: ['"Code" COLLATE NOCASE', '"n" CHECK (n > 1)'],
  })
})

test('a database at hand and the text of its tables say the same', () => {
  const made = create(schema)
  made.exec(`CREATE TABLE odd ("a b" VARCHAR(9) DEFAULT -5, [c] INTEGER GENERATED ALWAYS AS ("a b" + 1) STORED, d AS (c),
    e REAL UNIQUE ON CONFLICT REPLACE, f TEXT REFERENCES odd (e) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    CHECK (e > 1), FOREIGN KEY (e, f) REFERENCES other (g, h) ON UPDATE CASCADE)`)
  made.exec('CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT')
  expect(schemaOf(made)).toEqual(introspect(made))
  expect(introspect(made).tables.find(({ name }) => name === 'odd')?.beyond).toEqual([
    '"a b" VARCHAR(9)',
    '"d"',
    '"f": ON DELETE SET NULL',
    '"e", "f": ON UPDATE CASCADE',
    '"e" UNIQUE',
    '"e" ON CONFLICT REPLACE',
    '"f" DEFERRABLE INITIALLY DEFERRED',
    'CHECK (e > 1)',
  ])
})

test('a generated column that is added is read without its table', () => {
  const added = readStatement(
    `ALTER TABLE "t" ADD COLUMN "x" TEXT GENERATED ALWAYS AS (json_extract("doc", '$.x')) VIRTUAL`,
  )
  expect(added).toMatchObject({
    kind: 'add-column',
    table: 't',
    added: { columns: [{ name: 'x', generated: { expression: `json_extract("doc", '$.x')`, stored: false } }] },
  })
})

test('the order of collections changes nothing', () => {
  expect(hashSchema(modelSchema([...newsroom].reverse(), coreTables))).toBe(hashSchema(schema))
})

test('names are read as SQLite reads them', () => {
  const made = database(`CREATE TABLE a·b (🙂 TEXT, [c d] INTEGER DEFAULT 1e3, 'e''f' TEXT);
    CREATE INDEX naïve·one ON a·b (🙂, [c d] DESC)`)
  const [table] = introspect(made).tables
  expect(table).toMatchObject({
    name: 'a·b',
    columns: [{ name: '🙂' }, { name: 'c d', default: '1e3' }, { name: "e'f" }],
    indexes: [{ name: 'naïve·one', columns: ['"🙂"', '"c d" DESC'] }],
  })
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
  return database(createSchema(schema).join(';\n'))
}

function database(sql: string): DatabaseSync {
  const made = new DatabaseSync(':memory:')
  made.exec(sql)
  return made
}

function introspect(database: DatabaseSync): Schema {
  return introspectSchema(database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[])
}
