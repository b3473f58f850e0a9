import type { ManifestCollection, SchemaTable, SchemaTrigger } from '../../manifest/index.ts'
import { createTrigger, eventName } from './collection-triggers.ts'
import { triggerName } from './names.ts'
import { literal } from './sql.ts'

/**
 * What keeps `content_generations`: each write to a collection moves its generation, in the transaction that writes. A
 * write counts when it touches what `content` shows, of which `updated_at` is part. Users have one where collections
 * refer to them, moved when their names change.
 */
export function generationTriggers(
  collections: readonly ManifestCollection[],
  tables: readonly SchemaTable[],
): SchemaTrigger[] {
  const has = (name: string) => tables.some((table) => table.name === name)
  if (!has('content_generations')) return []
  const refersToUsers = collections.some(({ fields }) => fields.some(({ target }) => target === 'users'))
  return [...(has('content') ? contentTriggers() : []), ...(refersToUsers && has('users') ? userTriggers() : [])]
}

function contentTriggers(): SchemaTrigger[] {
  return [
    moving('content', 'INSERT', null, 'NEW."collection_id"'),
    moving('content', 'UPDATE', null, 'NEW."collection_id"'),
    moving('content', 'DELETE', null, 'OLD."collection_id"'),
  ]
}

/** What an answer shows of a user (contract, section 1). */
const SHOWN = ['id', 'username', 'first_name', 'last_name']

function userTriggers(): SchemaTrigger[] {
  const columns = SHOWN.map((name) => `"${name}"`)
  const changed = columns.map((name) => `NEW.${name} IS NOT OLD.${name}`).join(' OR ')
  const name = literal('users')
  return [moving('users', `UPDATE OF ${columns.join(', ')}`, changed, name), moving('users', 'DELETE', null, name)]
}

/** Higher than before, and than any number that a database had before it was restored. */
function moving(table: string, event: string, when: string | null, name: string): SchemaTrigger {
  const statement = `INSERT INTO "content_generations" ("name", "generation") VALUES (${name}, CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation")`
  return createTrigger(triggerName(table, 'generation', eventName(event)), table, event, when, [statement])
}
