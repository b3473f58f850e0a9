import { sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type ManifestField, type RequestContext, storedManifestOf } from 'lintel/kit'
import { seedRecords } from '../tables.ts'

/** A field whose documents need the targets of its references. */
interface Holder {
  /** Target of the references: a collection, or `users`. */
  readonly target: string
  readonly collection: string
  readonly table: string
  readonly column: string
}

/**
 * Marks the sample data that must stay: samples that documents made by people need, and samples that these need in
 * turn. If deleting a sample would also delete documents that refer to it, the sample stays, too, since only sample
 * data may be deleted.
 */
export async function holdNeeded(c: RequestContext): Promise<void> {
  const { db } = c.var
  await db.update(seedRecords).set({ held: false }).where(sql`${seedRecords.held}`)
  const holders = holdersOf(c)
  for (let found = holders.length > 0; found; ) {
    found = false
    for (const holder of holders) {
      const rows = await db.all(hold(holder))
      found ||= rows.length > 0
    }
  }
}

function hold({ target, collection, table, column }: Holder) {
  const going = sql`(SELECT ${seedRecords.id} FROM ${seedRecords} WHERE ${seedRecords.collection} = ${collection} AND NOT ${seedRecords.held})`
  const field = sql.identifier(column)
  const needed = sql`(SELECT ${field} FROM ${sql.identifier(table)} WHERE ${field} IS NOT NULL AND "id" NOT IN ${going})`
  return sql`UPDATE ${seedRecords} SET ${named(seedRecords.held)} = 1
    WHERE ${seedRecords.collection} = ${target} AND NOT ${seedRecords.held} AND ${seedRecords.id} IN ${needed} RETURNING 1`
}

/** Returns a column's name without its table: SQLite allows no table in the SET clause. */
function named({ name }: SQLiteColumn) {
  return sql.identifier(name)
}

function holdersOf(c: RequestContext): Holder[] {
  return storedManifestOf(c).collections.flatMap(({ name, table, fields }) =>
    fields.flatMap((field) =>
      field.column !== null && field.target !== null && field.target !== 'media' && holds(field)
        ? [{ target: field.target, collection: name, table, column: field.column }]
        : [],
    ),
  )
}

export function holds({ onDelete }: ManifestField): boolean {
  return onDelete === 'restrict' || onDelete === 'cascade'
}
