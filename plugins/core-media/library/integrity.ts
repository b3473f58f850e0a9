import type { IntegrityCheck } from 'lintel'

/** Integrity checks of the library's tables. */
export const integrity: readonly IntegrityCheck[] = [
  {
    problem: 'Media that count as used by documents that are gone',
    sql: `SELECT "media_id" || ' by ' || "document_id" AS "what" FROM "media_usages" WHERE "collection_id" IN (SELECT "id" FROM "collections") AND "document_id" NOT IN (SELECT "id" FROM "content")`,
  },
  {
    problem: 'Media without their file',
    sql: `SELECT "media"."id" AS "what" FROM "media" LEFT JOIN "media_files" AS "file" ON "file"."id" = "media"."file_id" WHERE "file"."id" IS NULL`,
  },
]
