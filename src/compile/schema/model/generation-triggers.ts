import { literal } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { SHOWN_OF_USERS } from '../../../ground/users.ts'
import type { ManifestCollection, SchemaTable, SchemaTrigger } from '../../../manifest/index.ts'
import { createTrigger, eventName } from './collection-triggers.ts'
import { triggerName } from './names.ts'

/** Columns that references to plugins' targets show, keyed by target, then table. */
export type Targets = { readonly [target: string]: { readonly [table: string]: readonly string[] } }

/**
 * Returns the triggers that maintain `content_generations`: each write to a collection raises its generation in the
 * same transaction, if it changes anything in `content`, which includes `updated_at`. If collections refer to users or
 * to targets of plugins, these have triggers, too, which fire when a property that references show changes, or when an
 * object is deleted.
 */
export function generationTriggers(
  collections: readonly ManifestCollection[],
  tables: readonly SchemaTable[],
  targets: Targets,
): SchemaTrigger[] {
  const has = (name: string) => tables.some((table) => table.name === name)
  if (!has('content_generations')) return []
  const refersTo = (name: string) => collections.some(({ fields }) => fields.some(({ target }) => target === name))
  return [
    ...(has('content') ? contentTriggers() : []),
    ...Object.entries({ users: USERS, ...targets })
      .filter(([name, shows]) => refersTo(name) && Object.keys(shows).every(has))
      .flatMap(([name, shows]) => targetTriggers(name, shows)),
  ]
}

function contentTriggers(): SchemaTrigger[] {
  return [
    moving('content', 'INSERT', null, 'NEW."collection_id"'),
    moving('content', 'UPDATE', null, 'NEW."collection_id"'),
    moving('content', 'DELETE', null, 'OLD."collection_id"'),
  ]
}

const USERS = { users: Object.values(SHOWN_OF_USERS) }

/** Returns the triggers of a target. Only a deletion from the target's main table removes an object. */
function targetTriggers(target: string, shows: Targets[string]): SchemaTrigger[] {
  const name = literal(target)
  return [
    ...Object.entries(shows).map(([table, columns]) => movingWithColumns(table, columns, name)),
    moving(target, 'DELETE', null, name),
  ]
}

function movingWithColumns(table: string, shown: readonly string[], name: string): SchemaTrigger {
  const columns = shown.map((column) => `"${column}"`)
  const changed = columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ')
  return moving(table, `UPDATE OF ${columns.join(', ')}`, changed, name)
}

/**
 * Returns a trigger that raises a generation above its previous value, and above every value that a database had before
 * it was restored.
 */
function moving(table: string, event: string, when: string | null, name: string): SchemaTrigger {
  const statement = sqlText`
    INSERT INTO "content_generations" ("name", "generation")
    VALUES (${name}, CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER))
    ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation")
  `
  return createTrigger(triggerName(table, 'generation', eventName(event)), table, event, when, [statement])
}
