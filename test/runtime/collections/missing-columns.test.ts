import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { as } from '../../harness/as.ts'
import { FIXTURE, sharedService } from '../fixture.ts'

/** A program meets tables that have columns no more, or not yet. What it asks then must be an error, never a text. */
const service = sharedService({ observe: true })
const editor = as('editor', 'eve')

interface Column {
  readonly table: string
  readonly name: string
}

let database: DatabaseSync
let columns: readonly Column[]
let statements: readonly string[]

beforeAll(async () => {
  const { manifest } = await compile({ root: FIXTURE })
  statements = [
    ...new Set([...textsIn(manifest?.collections.map((collection) => collection.statements)), ...(await observe())]),
  ]
  database = await copySchema()
  const tables = [
    ...(manifest?.collections ?? []),
    { table: 'content' },
    { table: 'content_versions' },
    { table: 'content_drafts' },
  ]
  columns = tables.flatMap(({ table }) => columnsOf(table).map((name) => ({ table, name })))
})

describe('with a column that the table does not have', () => {
  test('every statement that names it is refused', () => {
    const taken = columns.flatMap(({ table, name }) => {
      database.exec(`SAVEPOINT whole; ALTER TABLE "${table}" RENAME COLUMN "${name}" TO "another_name"`)
      const wrong = statements.filter((sql) => names(sql, table, name) && isTaken(sql))
      database.exec('ROLLBACK TO whole; RELEASE whole')
      return wrong.map((sql) => `${table}.${name}: ${sql}`)
    })
    expect(taken).toEqual([])
  })

  test('there are enough statements for that to mean something, and all of them fit the schema as it is', () => {
    expect(statements.length).toBeGreaterThan(150)
    expect(statements.filter((sql) => !isTaken(sql))).toEqual([])
    for (const { table, name } of columns.filter(({ table }) => table === 'records')) {
      expect([name, statements.some((sql) => names(sql, table, name))]).toEqual([name, true])
    }
  })
})

/**
 * Tells whether a statement reads or writes that column: one that could mean another table's of the same name is left
 * out.
 */
function names(sql: string, table: string, name: string): boolean {
  const all = [...columns, ...columnsOf('content_drafts').map((column) => ({ table: 'content_drafts', name: column }))]
  const others = all.filter((column) => column.table !== table && column.name === name)
  if (!reads(sql, table) || others.some((other) => reads(sql, other.table))) return false
  const withoutAliases = sql.replace(/ AS "[^"]+"/g, '').replaceAll('(SELECT max(id) FROM d1_migrations)', '')
  return new RegExp(`[["\\s(+.]${name}\\b`).test(withoutAliases)
}

function reads(sql: string, table: string): boolean {
  return new RegExp(`(?:FROM|INTO|UPDATE|JOIN) "?${table}"?(?:[\\s)]|$)`).test(sql)
}

function isTaken(sql: string): boolean {
  try {
    database.prepare(sql)
    return true
  } catch {
    return false
  }
}

/** SQL in a value, however deep: it begins with a verb. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:SELECT|INSERT|UPDATE|DELETE)\b/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A copy of the service's schema in SQLite as D1 has it, which takes double-quoted names for texts. */
async function copySchema(): Promise<DatabaseSync> {
  const copy = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  const rows = await service.sql<{ sql: string }>(
    `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT GLOB '*_fts_*' ORDER BY type <> 'table'`,
  )
  for (const { sql } of rows) copy.exec(sql)
  return copy
}

function columnsOf(table: string): string[] {
  return database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
}

/** Records the statements that the service runs while it handles every request that collections accept. */
async function observe(): Promise<string[]> {
  const person = await made('people', { name: 'Ann', email: 'ann@example.com' })
  const topic = await made('topics', { name: 'One' })
  const record = await made('records', { name: 'First', owner: person, tags: [topic], amount: 1, status: 'published' })
  const article = await made('articles', { title: 'Same', author: person, topics: [topic] })
  await made('articles', { title: 'Same' })
  await service.json(`/api/records/${record}`, { method: 'PATCH', body: { name: 'Second' }, headers: editor })
  await service.json(`/api/records/${record}/versions`, { headers: editor })
  await service.json(`/api/records/${record}/versions/1/restore`, { method: 'POST', headers: editor })
  await service.json('/api/articles/bulk', {
    body: {
      operations: [
        { action: 'create', data: { title: 'Same', code: 'ABC-1', author: person, topics: [topic] } },
        { action: 'update', id: article, data: { code: 'ABC-2', topics: [] } },
      ],
    },
    headers: editor,
  })
  await service.json(`/api/topics/${topic}`, { method: 'DELETE', headers: editor })
  for (const query of QUERIES) {
    for (const headers of [{}, editor]) {
      const { status, body } = await service.json(`/api/${query}`, { headers })
      if (status !== 200 && !query.includes('desk')) throw new Error(`${query}: ${status} ${body.detail}`)
    }
  }
  await service.json(`/api/people/${person}`, { method: 'DELETE', headers: editor })
  const { calls } = await service.observed()
  return calls.flat().flatMap(({ sql }) => textsIn(sql))
}

async function made(collection: string, body: object): Promise<string> {
  const { status, body: answer } = await service.json(`/api/${collection}`, { body, headers: editor })
  if (status !== 201) throw new Error(`${collection}: ${status} ${answer.detail}`)
  return answer.data.id
}

const FIELDS = ['name', 'amount', 'score', 'flag', 'at', 'day', 'kind', 'owner', 'keeper', 'parent']
const QUERIES = [
  'content',
  ...FIELDS.flatMap((name) => [`records?sort=-${name}&limit=1`, `records?${name}[null]=true&count=none`]),
  'records?name[contains]=a&or[0][amount][gt]=1&or[1][score][nin]=1,2',
  'records?owner.name=Ann',
  'records?owner.email[startsWith]=a&parent.name[ne]=x',
  'records?tags.name=One',
  'records?tags=x&sort=name',
  'records?tags=x',
  'records?tags[null]=true',
  'records?q=first',
  'records?q=first&sort=name',
  'records?populate=owner,keeper,parent,tags,diary,parent.owner',
  'records?publishedAt[gt]=2020-01-01&publishedAt[ne]=2021-01-01',
  'records?status=published',
  'articles?populate=author,topics&sort=title',
]
