import type { DatabaseSync } from 'node:sqlite'
import type { Schema } from '../../../manifest/index.ts'
import { canonicalTable } from '../sql/canonical.ts'
import { mentions } from '../sql/identifiers.ts'
import { INTERNAL, SCHEMA_QUERY, type SchemaRow } from '../sql/introspect.ts'
import { hasConflict } from './check-history.ts'
import { isWrittenByHand, type MigrationFile } from './migration-file.ts'
import { isAboutSchema, isOfReconciliation, placedStatements } from './row-statements.ts'

/** A migration written by hand that changes the schema, and its first such change. */
export interface Reshaping {
  readonly file: MigrationFile
  /** Description of the change: `creates the table notes`. */
  readonly change: string
  /** Line of the statement that makes the change, from 1. */
  readonly line: number
}

/**
 * Finds in each handwritten migration the first statement that does more than change rows, even if the schema is the
 * same in the end: a temporary rename could hide something. Exempt are migrations of format 1, and statements that `cms
 * drift --write` writes.
 */
export function findSchemaStatements(files: readonly MigrationFile[]): Reshaping[] {
  return files
    .filter((file) => isWrittenByHand(file) && file.header?.format !== 1 && !hasConflict(file))
    .flatMap((file) => {
      const found = placedStatements(file).find(
        (placed) => isAboutSchema(placed.statement) && !isOfReconciliation(placed),
      )
      return found ? [{ file, change: `says ${shortened(found.statement)}`, line: found.line }] : []
    })
}

function shortened(statement: string): string {
  const plain = statement.replace(/\s+/g, ' ')
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain
}

const LONGEST = 60

/** The objects of a schema: `table posts` → its SQL. */
export type SchemaObjects = ReadonlyMap<string, string>

export function objectsIn(database: DatabaseSync): SchemaObjects {
  // `SchemaRow` has the columns of the query.
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
  return change === undefined ? [] : [{ file, change, line: lineOf(file, change) }]
}

/** Returns the line of the statement about the schema that names the object, otherwise of the first such statement. */
function lineOf(file: MigrationFile, change: string): number {
  const name = new Set([change.split(' ').at(-1) ?? ''])
  const found = placedStatements(file).filter(({ statement }) => isAboutSchema(statement))
  return (found.find(({ statement }) => mentions(statement, name)) ?? found[0])?.line ?? 1
}
