import type { BucketFiles, IntegrityCheck } from 'lintel'
import { sqlText } from 'lintel/kit'
import { DERIVED, FILES, INCOMING, KEY } from '../storage/keys.ts'

/** Integrity checks of the library's tables. */
export const integrity: readonly IntegrityCheck[] = [
  {
    problem: 'Media that are recorded as used by documents that do not exist',
    sql: sqlText`
      SELECT "media_id" || ' by ' || "document_id" AS "what"
      FROM "media_usages"
      WHERE "collection_id" IN (SELECT "id" FROM "collections")
      AND "document_id" NOT IN (SELECT "id" FROM "content")
      AND "document_id" NOT IN (SELECT "document_id" FROM "content_trash")
    `,
  },
  {
    problem: 'Media whose file is missing',
    sql: sqlText`
      SELECT "media"."id" AS "what"
      FROM "media" LEFT JOIN "media_files" AS "file" ON "file"."id" = "media"."file_id"
      WHERE "file"."id" IS NULL
    `,
  },
]

/** Files of the library in the bucket `MEDIA_BUCKET`. */
export const bucketFiles: BucketFiles = {
  folder: FILES,
  others: [INCOMING, DERIVED],
  names: KEY.source,
  files: sqlText`
      SELECT filename, original_name AS "name", created_at AS "at"
      FROM media_files
      WHERE filename > ?1
      ORDER BY filename LIMIT ?2
    `,
  unsettled: 'SELECT filename FROM media_uploads UNION ALL SELECT filename FROM media_deletions',
  elsewhere: { storageProvider: 's3' },
  sweep: 'cms media sweep',
}
