import { LEDGER_POSITION } from '../../../ground/ledger.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { VERSION_COLUMNS } from '../../../ground/system-columns.ts'
import type { Statement } from '../../database/database.ts'
import { inParts } from '../../database/in-parts.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { insertValues } from './row-statements.ts'

/** Returns the statements that insert documents of a collection and their lists of references, without versions. */
export function insertRows(plan: CollectionPlan, rows: readonly DocumentRow[]): Statement[] {
  const { many } = plan.collection.statements
  return [
    ...inParts(
      many.insert,
      rows.map((row) => insertValues(plan, row)),
    ),
    ...plan.joins.flatMap(({ field: { name } }) =>
      inParts(
        many.joins[name]?.set ?? '',
        rows.filter((row) => row[name] !== '[]').map((row) => [row.id, row[name] ?? '[]']),
      ),
    ),
  ]
}

/**
 * Returns the statement that stores versions of documents, as `firstVersionValues` returns them. ?2: the required
 * position of the ledger.
 * @param condition further SQL condition, on `value->>0`, the document's id
 */
export function insertVersions(condition?: string): string {
  const allowed = [`${LEDGER_POSITION} IS ?2`, ...(condition === undefined ? [] : [condition])].join(' AND ')
  return sqlText`
    INSERT INTO "content_versions" (${VERSION_COLUMNS})
    SELECT value->>0, CASE WHEN ${allowed} THEN value->>1 END,
      ${[2, 3, 4, 5, 6].map((index) => `value->>${index}`).join(', ')}
    FROM json_each(?1)
  `
}

/**
 * Inserts the first versions of documents, each with its `firstVersionValues`. ?2: the required position of the ledger.
 */
export const FIRST_VERSIONS = insertVersions()

/** Deletes old versions. Takes, for each document, its id and the newest version to delete. Named versions are kept. */
export const OLD_VERSIONS = sqlText`
  DELETE FROM "content_versions"
  WHERE (document_id, version) IN (SELECT "old"."document_id", "old"."version"
    FROM json_each(?1) AS "given"
    JOIN "content_versions" AS "old" ON "old"."document_id" = "given"."value"->>0
    AND "old"."version" <= "given"."value"->>1
    AND "old"."name" IS NULL)
`
