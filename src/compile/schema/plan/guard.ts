import { quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { ManifestCollection, ManifestField } from '../../../manifest/index.ts'

const CHECK = quote('migration_check')

/** Returns statements that fail, with the whole batch, while a row has no value for a newly required field. */
export function requireValues(collection: ManifestCollection, field: ManifestField): string[] {
  const complaint = `${collection.name}.${field.name} is required and has no value in some rows`
  return refuseRows(complaint, collection.table, `${quote(field.column ?? '')} IS NULL`)
}

/**
 * Returns statements that fail, with the whole batch, while a row meets a condition. They violate a constraint on a
 * column whose name is the complaint.
 */
export function refuseRows(complaint: string, table: string, condition: string): string[] {
  return [
    `CREATE TABLE ${CHECK} (${quote(complaint)} INTEGER NOT NULL)`,
    sqlText`
      INSERT INTO ${CHECK}
      SELECT NULL
      FROM ${quote(table)}
      WHERE ${condition} LIMIT 1
    `,
    `DROP TABLE ${CHECK}`,
  ]
}
