import { quote } from '../../../ground/sql.ts'
import type { ManifestCollection, ManifestField } from '../../../manifest/index.ts'

const CHECK = quote('migration_check')

/**
 * Fails, and with it the whole batch, while a row has no value for a field that is required from now on. The database
 * says why in the name of the column that it complains about.
 */
export function requireValues(collection: ManifestCollection, field: ManifestField): string[] {
  const complaint = quote(`${collection.name}.${field.name} is required and has no value in some rows`)
  return [
    `CREATE TABLE ${CHECK} (${complaint} INTEGER NOT NULL)`,
    `INSERT INTO ${CHECK} SELECT NULL FROM ${quote(collection.table)} WHERE ${quote(field.column ?? '')} IS NULL LIMIT 1`,
    `DROP TABLE ${CHECK}`,
  ]
}
