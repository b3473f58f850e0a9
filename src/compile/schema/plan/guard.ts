import { quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { ManifestCollection, ManifestField } from '../../../manifest/index.ts'

const CHECK = quote('migration_check')

/**
 * Returns statements that fail, with the whole batch, while a row has no value for a newly required field. They violate
 * a constraint on a column whose name states the reason.
 */
export function requireValues(collection: ManifestCollection, field: ManifestField): string[] {
  const complaint = quote(`${collection.name}.${field.name} is required and has no value in some rows`)
  return [
    `CREATE TABLE ${CHECK} (${complaint} INTEGER NOT NULL)`,
    sqlText`
      INSERT INTO ${CHECK}
      SELECT NULL
      FROM ${quote(collection.table)}
      WHERE ${quote(field.column ?? '')} IS NULL LIMIT 1
    `,
    `DROP TABLE ${CHECK}`,
  ]
}
