import { LEDGER_POSITION } from '../../../ground/ledger.ts'
import { quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { Statement } from '../../database/database.ts'
import type { LedgerPosition } from '../../isolate/position.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import { snapshot } from '../write/row-statements.ts'
import type { Drafted } from './draft.ts'

/**
 * Returns a statement that fails, and with it the whole batch, if the document, its pending changes or the ledger's
 * position differ from what was read.
 */
export function guardStatement(
  { collection }: CollectionPlan,
  { live, draft }: Drafted,
  ledger: LedgerPosition,
): Statement {
  const moved = [
    '(SELECT [revision] FROM "content_drafts" WHERE [document_id] = ?1) IS NOT ?2',
    '(SELECT [updated_at] FROM "content_drafts" WHERE [document_id] = ?1) IS NOT ?3',
    `(SELECT "version" FROM ${quote(collection.table)} WHERE "id" = ?1) IS NOT ?4`,
    `${LEDGER_POSITION} IS NOT ?5`,
  ]
  return {
    sql: sqlText`
      INSERT INTO "content_drafts" ("document_id", "collection_id", "data", "version", "revision", "created_at", "updated_at")
      SELECT ?1, '', '', 0, NULL, 0, 0
      WHERE ${moved.join(' OR ')}
    `,
    values: [live.id, draft?.revision ?? null, draft?.updatedAt ?? null, live.version, ledger.current],
  }
}

/** New state of pending changes. */
export interface Kept {
  readonly row: DocumentRow
  readonly data: Document
  /** Number that stays the same if no field has changed. */
  readonly revision: number
}

/**
 * Returns the statements that store pending changes and, if a field has changed, a version of them, and delete the
 * versions beyond the limit.
 */
export function keepStatements(plan: CollectionPlan, { draft }: Drafted, { row, data, revision }: Kept): Statement[] {
  const { name, versions } = plan.collection
  const base = draft?.version ?? row.version
  const kept: Statement = {
    sql: KEEP,
    values: [
      row.id,
      name,
      JSON.stringify(data),
      base,
      revision,
      row.scheduledAt,
      draft?.createdAt ?? row.updatedAt,
      row.updatedAt,
      row.updatedBy,
    ],
  }
  if (revision === draft?.revision) return [kept]
  return [
    kept,
    { sql: RECORD, values: [row.id, revision, name, base, snapshot(plan, row), row.updatedAt, row.updatedBy] },
    { sql: OLD_VERSIONS, values: [row.id, revision - versions] },
  ]
}

const KEEP = sqlText`
  INSERT OR REPLACE INTO "content_drafts" ("document_id", "collection_id", "data", "version", "revision", "scheduled_at", "created_at", "updated_at", "updated_by")
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
`

const RECORD = sqlText`
  INSERT INTO "content_draft_versions" ("document_id", "revision", "collection_id", "version", "data", "created_at", "created_by")
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
`

/** Deletes old versions of pending changes. ?2: number of the newest version to delete. */
const OLD_VERSIONS =
  'DELETE FROM "content_draft_versions" WHERE [document_id] = ?1 AND "revision" <= ?2 AND "name" IS NULL'

/** Returns the statement that ends pending changes, because they are published or discarded. */
export function endStatement({ id }: DocumentRow): Statement {
  return { sql: 'DELETE FROM "content_drafts" WHERE [document_id] = ?1', values: [id] }
}

/** Deletes pending changes and their versions. ?1: ids as JSON. */
export const FORGET_DRAFTS: readonly string[] = ['content_drafts', 'content_draft_versions'].map(
  (table) => `DELETE FROM "${table}" WHERE "document_id" IN (SELECT value FROM json_each(?1))`,
)
