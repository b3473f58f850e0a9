import { type SQL, sql } from 'drizzle-orm'
import { type RequestContext, runStatements } from 'lintel/kit'

/** A published document whose pending changes use an item. */
export interface PendingUse {
  readonly mediaId: string
  readonly collection: string
  readonly id: string
}

/**
 * Finds published documents whose pending changes use items: by the items' ids or, in rich text, by the names of their
 * files.
 */
export async function findPendingUses(
  c: RequestContext,
  ids: readonly string[],
  limit: number,
): Promise<readonly PendingUse[]> {
  const [rows = []] = await runStatements(c, [{ sql: PENDING, values: [JSON.stringify(ids), limit] }])
  return rows as unknown as readonly PendingUse[] // the columns that PENDING selects
}

/** ?1: ids as JSON, ?2: maximum number. Ids and names of files are random, so a match in the JSON is always a use. */
const PENDING = `SELECT "item"."id" AS "mediaId", "own"."collection_id" AS "collection", "own"."document_id" AS "id"
FROM "content_drafts" AS "own"
JOIN "media" AS "item" ON "item"."id" IN (SELECT "value" FROM json_each(?1))
JOIN "media_files" AS "file" ON "file"."id" = "item"."file_id"
WHERE instr("own"."data", "item"."id") > 0 OR instr("own"."data", "file"."filename") > 0
LIMIT ?2`

/** Returns the condition that pending changes use one of the items when the statement runs. */
export function isPending(ids: SQL): SQL {
  return sql`EXISTS (
    SELECT 1 FROM "content_drafts" AS "own"
    JOIN "media" AS "item" ON "item"."id" IN ${ids}
    JOIN "media_files" AS "file" ON "file"."id" = "item"."file_id"
    WHERE instr("own"."data", "item"."id") > 0 OR instr("own"."data", "file"."filename") > 0)`
}
