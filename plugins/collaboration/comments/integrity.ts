import type { IntegrityCheck } from 'lintel'
import { sqlText } from 'lintel/kit'

/** Integrity checks of comments. */
export const integrity: readonly IntegrityCheck[] = [
  {
    problem: 'Comments on documents that do not exist',
    sql: sqlText`
      SELECT "id" || ' on ' || "document_id" AS "what"
      FROM "collaboration_threads"
      WHERE "collection_id" IN (SELECT "id" FROM "collections")
      AND "document_id" NOT IN (SELECT "id" FROM "content")
      AND "document_id" NOT IN (SELECT "document_id" FROM "content_trash")
    `,
  },
]
