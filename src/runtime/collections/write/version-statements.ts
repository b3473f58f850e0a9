import { LEDGER_POSITION } from '../../../ground/ledger.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { VERSION_COLUMNS } from '../../../ground/system-columns.ts'

/** Stores the first versions of documents. Each takes its `firstVersionValues`. ?2: the required position of the ledger. */
export const FIRST_VERSIONS = sqlText`
  INSERT INTO "content_versions" (${VERSION_COLUMNS})
  SELECT value->>0, CASE WHEN ${LEDGER_POSITION} IS ?2 THEN value->>1 END,
    ${[2, 3, 4, 5, 6].map((index) => `value->>${index}`).join(', ')}
  FROM json_each(?1)
`

/** Deletes old versions. Takes, for each document, its id and the number of the newest version to delete. Named ones are kept. */
export const OLD_VERSIONS = sqlText`
  DELETE FROM "content_versions"
  WHERE (document_id, version) IN (SELECT "old"."document_id", "old"."version"
    FROM json_each(?1) AS "given"
    JOIN "content_versions" AS "old" ON "old"."document_id" = "given"."value"->>0
    AND "old"."version" <= "given"."value"->>1
    AND "old"."name" IS NULL)
`
