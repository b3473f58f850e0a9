import type { DatabaseSync } from 'node:sqlite'
import type { Schema } from '../../manifest/index.ts'
import { canonicalTable } from './canonical.ts'
import { INTERNAL, SCHEMA_QUERY, type SchemaRow } from './introspect.ts'
import type { MigrationFile } from './migration-file.ts'

/** A migration written by hand that changes the schema, and the first thing that it does to it. */
export interface Reshaping {
  readonly file: MigrationFile
  /** `creates the table notes`. */
  readonly change: string
}

/** The objects of a schema, `table posts` → its text. */
export type SchemaObjects = ReadonlyMap<string, string>

export function objectsIn(database: DatabaseSync): SchemaObjects {
  // The columns are those that the query names.
  const rows = database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[]
  return new Map(
    rows
      .filter(({ tbl_name }) => !INTERNAL.test(tbl_name))
      .map(({ type, name, sql }) => [`${type} ${name}`, sql ?? '']),
  )
}

export function objectsOf({ tables, triggers }: Schema): SchemaObjects {
  return new Map([
    ...tables.map((table) => [`table ${table.name}`, JSON.stringify(canonicalTable(table))] as const),
    ...triggers.map((trigger) => [`trigger ${trigger.name}`, trigger.sql] as const),
  ])
}

export function findReshaping(file: MigrationFile, before: SchemaObjects, after: SchemaObjects): Reshaping[] {
  const created = [...after.keys()].filter((name) => !before.has(name)).map((name) => `creates the ${name}`)
  const dropped = [...before.keys()].filter((name) => !after.has(name)).map((name) => `drops the ${name}`)
  const changed = [...after].filter(([name, sql]) => before.has(name) && before.get(name) !== sql)
  const [change] = [...created, ...dropped, ...changed.map(([name]) => `changes the ${name}`)]
  return change === undefined ? [] : [{ file, change }]
}
