import { literal } from '../../ground/sql.ts'
import type { ManifestCollection, SchemaTable, SchemaTrigger } from '../../manifest/index.ts'
import { createTrigger, eventName } from './collection-triggers.ts'
import { triggerName } from './names.ts'

/**
 * Triggers that maintain `content_generations`: each write to a collection moves its generation, in the transaction
 * that writes. A
 * write counts when it touches what `content` shows, of which `updated_at` is part. Users and media have one where
 * collections refer to them, moved when what a reference shows changes.
 */
export function generationTriggers(
  collections: readonly ManifestCollection[],
  tables: readonly SchemaTable[],
): SchemaTrigger[] {
  const has = (name: string) => tables.some((table) => table.name === name)
  if (!has('content_generations')) return []
  const refersTo = (name: string) => collections.some(({ fields }) => fields.some(({ target }) => target === name))
  return [
    ...(has('content') ? contentTriggers() : []),
    ...(refersTo('users') && has('users') ? userTriggers() : []),
    ...(refersTo('media') && has('media') && has('media_files') ? mediaTriggers() : []),
  ]
}

function contentTriggers(): SchemaTrigger[] {
  return [
    moving('content', 'INSERT', null, 'NEW."collection_id"'),
    moving('content', 'UPDATE', null, 'NEW."collection_id"'),
    moving('content', 'DELETE', null, 'OLD."collection_id"'),
  ]
}

/** Properties of a user in a response (contract, section 1). */
const SHOWN_OF_USERS = ['id', 'username', 'first_name', 'last_name']

function userTriggers(): SchemaTrigger[] {
  const name = literal('users')
  return [movingWithColumns('users', SHOWN_OF_USERS, name), moving('users', 'DELETE', null, name)]
}

/** Properties of an item in a populated reference, and of its file. */
const SHOWN_OF_MEDIA = ['alt', 'file_id']
const SHOWN_OF_FILES = ['filename', 'mime_type', 'width', 'height', 'thumbnail_url']

/** A file goes after its items. */
function mediaTriggers(): SchemaTrigger[] {
  const name = literal('media')
  return [
    movingWithColumns('media', SHOWN_OF_MEDIA, name),
    moving('media', 'DELETE', null, name),
    movingWithColumns('media_files', SHOWN_OF_FILES, name),
  ]
}

function movingWithColumns(table: string, shown: readonly string[], name: string): SchemaTrigger {
  const columns = shown.map((column) => `"${column}"`)
  const changed = columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ')
  return moving(table, `UPDATE OF ${columns.join(', ')}`, changed, name)
}

/** Higher than before, and than any number that a database had before it was restored. */
function moving(table: string, event: string, when: string | null, name: string): SchemaTrigger {
  const statement = `INSERT INTO "content_generations" ("name", "generation") VALUES (${name}, CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) ON CONFLICT ("name") DO UPDATE SET "generation" = max("generation" + 1, excluded."generation")`
  return createTrigger(triggerName(table, 'generation', eventName(event)), table, event, when, [statement])
}
