import type { Statement } from 'lintel/kit'
import type { seedRecords } from './tables.ts'

export type SeedRecord = Omit<typeof seedRecords.$inferSelect, 'held'>

/** Returns the statement that stores records of sample data. Existing records are kept. */
export function recordStatement(records: readonly SeedRecord[]): Statement {
  return { sql: `${RECORD} json_each(?1)`, values: [rowsOf(records)] }
}

function rowsOf(records: readonly SeedRecord[]): string {
  return JSON.stringify(
    records.map(({ kind, id, collection, seed, position }) => [kind, id, collection, seed, position]),
  )
}

const RECORD = `INSERT OR IGNORE INTO "seed_records" ("kind", "id", "collection", "seed", "position", "held")
SELECT "value"->>0, "value"->>1, "value"->>2, "value"->>3, "value"->>4, 0 FROM`
