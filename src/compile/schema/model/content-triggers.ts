import { sqlText } from '../../../ground/sql-text.ts'
import type { SchemaTrigger } from '../../../manifest/index.ts'
import { createTrigger, eventName } from './collection-triggers.ts'
import { triggerName } from './names.ts'

/** Returns the triggers that maintain `content_counts`: the number of documents by collection and status. */
export function contentCountTriggers(): SchemaTrigger[] {
  return [
    counted('INSERT', null, [ADD]),
    counted('UPDATE OF "collection_id", "status"', CHANGED, [TAKE, ADD]),
    counted('DELETE', null, [TAKE]),
  ]
}

const ADD = sqlText`
  INSERT INTO "content_counts" ("collection_id", "status", "count")
  VALUES (NEW."collection_id", NEW."status", 1)
  ON CONFLICT ("collection_id", "status") DO UPDATE SET "count" = "count" + 1
`
const TAKE = sqlText`
  UPDATE "content_counts" SET "count" = "count" - 1
  WHERE "collection_id" = OLD."collection_id" AND "status" = OLD."status"
`
const CHANGED = `NEW."collection_id" <> OLD."collection_id" OR NEW."status" <> OLD."status"`

function counted(event: string, when: string | null, statements: readonly string[]): SchemaTrigger {
  return createTrigger(triggerName('content', 'counts', eventName(event)), 'content', event, when, statements)
}
