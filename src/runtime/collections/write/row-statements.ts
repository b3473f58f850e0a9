import { LEDGER_POSITION } from '../../../ground/ledger.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { INSERTED, type SystemProperty, UPDATED, VERSION_COLUMNS } from '../../../ground/system-columns.ts'
import { keptFor } from '../../common/kept-for.ts'
import type { SqlValue, Statement } from '../../database/database.ts'
import type { LedgerPosition } from '../../isolate/position.ts'
import type { Runtime } from '../../isolate/runtime.ts'
import type { CollectionPlan, FieldPlan } from '../document/plan.ts'
import { type Document, type DocumentRow, storedPublishedAt } from '../document/row.ts'
import { versionView, writeDocument } from '../request/view.ts'
import { guardReferences, newInside } from './references-inside.ts'

/** Returns the row of a document whose fields are given in the form in which responses show them. */
export function toRow(
  plan: CollectionPlan,
  system: Omit<DocumentRow, string> & SystemColumns,
  fields: Document,
): DocumentRow {
  const values = plan.fields.map((field) => [field.field.name, field.encode(fields[field.field.name] ?? null)] as const)
  return { ...system, ...Object.fromEntries(values) }
}

export type SystemColumns = Pick<DocumentRow, SystemProperty>

/**
 * Returns the statements that store a new document, its lists of references and its first version. The statement for
 * the version guards the others.
 */
export function insertStatements(plan: CollectionPlan, row: DocumentRow, { program, ledger }: Storing): Statement[] {
  return [
    { sql: plan.collection.statements.insert, values: insertValues(plan, row) },
    ...plan.joins.filter((join) => row[join.field.name] !== '[]').map((join) => setJoin(plan, join, row)),
    { sql: FIRST_VERSION, values: [...firstVersionValues(plan, row), ledger.current] },
    ...guardReferences(program, newInside(plan, null, row)),
  ]
}

/** Program and ledger for which statements are composed. */
type Storing = Pick<Runtime, 'program' | 'ledger'>

/** Returns the parameters of the statement `insert`. */
export function insertValues(plan: CollectionPlan, row: DocumentRow): SqlValue[] {
  return [...systemValues(row, INSERTED), ...columnValues(plan, row)]
}

/** Returns a row of `content_versions` for a new document, in the order of `VERSION_COLUMNS`. */
export function firstVersionValues(plan: CollectionPlan, row: DocumentRow): SqlValue[] {
  const { name } = plan.collection
  return [row.id, row.version, name, row.status, snapshot(plan, row), row.updatedAt, row.updatedBy]
}

/**
 * Returns the statements that replace the document that was read. The first one guards the others: if somebody else has
 * changed the document in the meantime, nothing happens.
 */
export function updateStatements(
  plan: CollectionPlan,
  before: DocumentRow,
  row: DocumentRow,
  { program, ledger }: Storing,
): Statement[] {
  const { statements, versions } = plan.collection
  const changed = plan.joins.filter(({ field }) => row[field.name] !== before[field.name])
  return [
    recordVersion(plan, before, row, ledger),
    ...changed.map((join) => ({ sql: statements.joins[join.field.name]?.clear ?? '', values: [row.id] })),
    ...changed.map((join) => setJoin(plan, join, row)),
    { sql: statements.update, values: updateValues(plan, before, row) },
    { sql: OLD_VERSIONS, values: [row.id, row.version - versions] },
    ...guardReferences(program, newInside(plan, before, row)),
  ]
}

/** Returns the parameters of the statement `update`. */
export function updateValues(plan: CollectionPlan, before: DocumentRow, row: DocumentRow): SqlValue[] {
  return [row.id, before.version, ...systemValues(row, UPDATED), ...columnValues(plan, row)]
}

function systemValues(row: DocumentRow, properties: readonly SystemProperty[]): SqlValue[] {
  return properties.map((property) => (property === 'publishedAt' ? storedPublishedAt(row) : row[property]))
}

/**
 * Composes the statement that stores the new version of a document. It fails if the document no longer has the state
 * `before`.
 */
export function recordVersion(
  plan: CollectionPlan,
  before: DocumentRow,
  row: DocumentRow,
  { current }: LedgerPosition,
): Statement {
  return { sql: plan.collection.statements.record, values: [...recordValues(plan, before, row), current] }
}

/** Returns the parameters of the statement `record`, without the position of the ledger. */
export function recordValues(plan: CollectionPlan, before: DocumentRow, row: DocumentRow): SqlValue[] {
  return [row.id, before.version, row.status, snapshot(plan, row), row.updatedAt, row.updatedBy]
}

/** Stores the first version of a document. ?8: the required position of the ledger. */
const FIRST_VERSION = sqlText`
  INSERT INTO "content_versions" (${VERSION_COLUMNS})
  VALUES (?1, CASE WHEN ${LEDGER_POSITION} IS ?8 THEN ?2 END, ?3, ?4, ?5, ?6, ?7)
`

/** Deletes old versions of a document. ?2: number of the newest version to delete. Named versions are kept. */
const OLD_VERSIONS = 'DELETE FROM content_versions WHERE document_id = ?1 AND version <= ?2 AND name IS NULL'

function setJoin(plan: CollectionPlan, join: FieldPlan, row: DocumentRow): Statement {
  const sql = plan.collection.statements.joins[join.field.name]?.set ?? ''
  return { sql, values: [row.id, row[join.field.name] ?? '[]'] }
}

function columnValues(plan: CollectionPlan, row: DocumentRow): SqlValue[] {
  return plan.stored.map(({ field }) => row[field.name] ?? null)
}

const versionViewOf = keptFor(versionView)

/** Returns a document in the form in which a version stores it. */
export function snapshot(plan: CollectionPlan, row: DocumentRow): string {
  return writeDocument(row, versionViewOf(plan))
}
