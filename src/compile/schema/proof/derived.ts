import type { DatabaseSync } from 'node:sqlite'
import { quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { Schema } from '../../../manifest/index.ts'
import { isOrdinary } from '../compare/match-tables.ts'
import { openDatabase } from '../files/run-statements.ts'
import { printTable } from '../sql/print.ts'
import type { Facts } from '../steps/facts.ts'
import { joinsOf } from '../steps/facts.ts'
import { insertRow, ROWID, type Row, type Snapshot, type Value } from './snapshot.ts'
import type { Loss } from './state.ts'

/**
 * Compares derived data with the rows: a new database into which the triggers write the same rows must have the same
 * content index, counts and search terms.
 */
export function compareDerived(database: DatabaseSync, schema: Schema, facts: Facts, rows: Snapshot): Loss[] {
  const fresh = rewritten(schema, facts, rows)
  try {
    return derivedQueries(schema).flatMap(({ table, sql, key }) => {
      const expected = new Map(read(fresh, sql).map((row) => [key(row), JSON.stringify(row)]))
      const found = new Map(read(database, sql).map((row) => [key(row), JSON.stringify(row)]))
      const ids = [...new Set([...expected.keys(), ...found.keys()])].filter((id) => expected.get(id) !== found.get(id))
      return ids.length === 0 ? [] : [{ message: `${table} does not match the rows`, table, field: null, ids }]
    })
  } finally {
    fresh.close()
  }
}

interface DerivedQuery {
  readonly table: string
  readonly sql: string
  readonly key: (row: Row) => string
}

function derivedQueries(schema: Schema): DerivedQuery[] {
  const has = (name: string) => schema.tables.some((table) => table.name === name)
  const content = { table: 'content', sql: 'SELECT * FROM content ORDER BY id', key: (row: Row) => String(row.id) }
  const counts = {
    table: 'content_counts',
    sql: 'SELECT collection_id, status, count FROM content_counts WHERE count <> 0 ORDER BY 1, 2',
    key: (row: Row) => `${row.collection_id}/${row.status}`,
  }
  const searched = schema.tables.filter((table) => table.kind === 'virtual').map(({ name }) => name)
  return [
    ...(has('content') ? [content] : []),
    ...(has('content_counts') ? [counts] : []),
    ...searched.map((name) => ({
      table: name,
      sql: wordsQuery(name),
      key: (row: Row) => String(row.doc),
    })),
  ]
}

const VOCABULARY = 'proof_words'

/** Returns a query for each row's words, through a temporary table that shows them. */
function wordsQuery(table: string): string {
  return sqlText`
    SELECT doc, json_group_array(term || ' ' || col || ' ' || "offset" ORDER BY col, "offset") AS words
    FROM temp.${quote(`${VOCABULARY}_${table}`)} GROUP BY doc
    ORDER BY doc
  `
}

function read(database: DatabaseSync, sql: string): Row[] {
  const table = new RegExp(`temp\\."${VOCABULARY}_(.+?)"`).exec(sql)?.[1]
  if (table !== undefined) {
    const name = quote(`${VOCABULARY}_${table}`)
    database.exec(`DROP TABLE IF EXISTS temp.${name}`)
    database.exec(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab(main, ${quote(table)}, instance)`)
  }
  // The query returns only text, numbers and nulls.
  return database.prepare(sql).all() as Row[]
}

function rewritten(schema: Schema, facts: Facts, rows: Snapshot): DatabaseSync {
  const fresh = openDatabase()
  fresh.exec('PRAGMA foreign_keys = OFF')
  fresh.exec('BEGIN')
  for (const table of schema.tables) fresh.exec(printTable(table))
  for (const trigger of schema.triggers) fresh.exec(trigger.sql)
  const joins = [...facts].flatMap(([name, fields]) => joinsOf(name, fields))
  const tablesOfCollections = new Set([...facts.keys(), ...joins])
  for (const { name } of schema.tables.filter((table) => isOrdinary(table) && tablesOfCollections.has(table.name))) {
    for (const row of rows.get(name) ?? []) fresh.exec(insertRow(name, withRowid(row)))
  }
  fresh.exec('COMMIT')
  return fresh
}

function withRowid({ [ROWID]: rowid, ...row }: Row): Readonly<Record<string, Value>> {
  return rowid === undefined ? row : { rowid, ...row }
}
