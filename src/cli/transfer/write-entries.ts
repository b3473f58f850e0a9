import type { ImportedDocuments, RowsStatement } from '../../config/plugin-data.ts'
import type { Json } from '../../fields/field-type.ts'
import { sqlText } from '../../ground/sql-text.ts'
import { SYSTEM_COLUMNS, VERSION_COLUMNS } from '../../ground/system-columns.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { DocumentRow } from '../../runtime/collections/document/row.ts'
import { firstVersionValues, insertValues } from '../../runtime/collections/write/row-statements.ts'
import type { Statement } from '../../runtime/database/database.ts'
import { inParts } from '../../runtime/database/in-parts.ts'
import type { BoundStatement } from '../database/database-task.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { documentText } from './document-row.ts'
import type { Entry } from './read-line.ts'
import type { Scratch } from './scratch.ts'

/** Returns statements for the rows that plugins keep about documents. */
export type Keeper = (documents: ImportedDocuments) => Promise<readonly RowsStatement[]>

/**
 * Writes documents in one transaction. References to documents on lines after the batch are left empty and kept for
 * `writePostponed`.
 * @param lastLine number of the last line in the batch
 * @param keep returns further rows, which are written in the same transaction
 */
export async function writeEntries(
  database: ProjectDatabase,
  entries: readonly Entry[],
  scratch: Scratch,
  lastLine: number,
  keep: Keeper,
): Promise<void> {
  if (entries.length === 0) return
  const statements: Statement[] = []
  for (const plan of new Set(entries.map((entry) => entry.plan))) {
    const among = entries.filter((entry) => entry.plan === plan)
    const rows = among.map((entry) => postpone(entry, scratch, lastLine))
    statements.push(...storeStatements(plan, rows), ...(await keptStatements(plan, among, keep)))
  }
  await database.run([{ sql: 'PRAGMA defer_foreign_keys = ON', values: [] }, ...statements.map(bound)])
}

/** Writes the references that were postponed. */
export async function writePostponed(
  database: ProjectDatabase,
  plans: ReadonlyMap<string, CollectionPlan>,
  scratch: Scratch,
): Promise<void> {
  let group: { sql: string; rows: string[][] } = { sql: '', rows: [] }
  const flush = async () => {
    if (group.rows.length > 0) await database.run(inParts(group.sql, group.rows).map(bound))
  }
  for (const { collection, field, id, value } of scratch.postponed()) {
    const plan = plans.get(collection)
    if (!plan) continue
    const sql = referenceStatement(plan, field)
    if (sql !== group.sql || group.rows.length === AT_ONCE) {
      await flush()
      group = { sql, rows: [] }
    }
    group.rows.push([id, value])
  }
  await flush()
}

/** Maximum number of documents whose references are written at once. */
const AT_ONCE = 500

function postpone({ plan, row, line }: Entry, scratch: Scratch, lastLine: number): DocumentRow {
  const written = { ...row }
  for (const { field } of plan.fields) {
    const value = row[field.name]
    if (field.target === null || typeof value !== 'string') continue
    const isList = field.storage === 'join'
    const ids = isList ? (JSON.parse(value) as string[]) : [value] // a list of references is stored as JSON
    if (!ids.some((id) => scratch.comesAfter(field.target ?? '', id, Math.max(line, lastLine)))) continue
    scratch.postpone(plan.collection.name, field.name, row.id, value)
    written[field.name] = isList ? '[]' : null
  }
  return written
}

function storeStatements(plan: CollectionPlan, rows: readonly DocumentRow[]): Statement[] {
  const { many } = plan.collection.statements
  const ids = JSON.stringify(rows.map(({ id }) => id))
  return [
    ...inParts(
      `${many.insert} ${orReplace(plan)}`,
      rows.map((row) => insertValues(plan, row)),
    ),
    ...inParts(
      VERSIONS,
      rows.map((row) => firstVersionValues(plan, row)),
    ),
    ...plan.joins.flatMap(({ field }) => {
      const { clear = '', set = '' } = many.joins[field.name] ?? {}
      const filled = rows.filter((row) => row[field.name] !== '[]')
      return [
        { sql: clear, values: [ids] },
        ...inParts(
          set,
          filled.map((row) => [row.id, row[field.name] ?? '[]']),
        ),
      ]
    }),
  ]
}

async function keptStatements(plan: CollectionPlan, entries: readonly Entry[], keep: Keeper): Promise<Statement[]> {
  const documents = entries.map(({ row }) => {
    const fields = JSON.parse(documentText(plan, row)) as { readonly [field: string]: Json } // written above
    return { id: row.id, fields }
  })
  const { name, fields } = plan.collection
  const kept = await keep({ collection: { name, fields }, documents })
  return kept.flatMap(({ sql, rows }) => inParts(sql, rows))
}

/** Returns the clause that overwrites existing documents. The rows contain only documents that may be replaced. */
function orReplace(plan: CollectionPlan): string {
  const { id: _, ...system } = SYSTEM_COLUMNS
  const columns = [
    ...Object.values(system).map(({ column }) => column),
    ...plan.stored.map(({ field }) => field.column ?? ''),
  ]
  return `ON CONFLICT ("id") DO UPDATE SET ${columns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`
}

const VERSIONS = sqlText`
  INSERT OR REPLACE INTO "content_versions" (${VERSION_COLUMNS})
  SELECT ${[0, 1, 2, 3, 4, 5, 6].map((index) => `"value"->>${index}`).join(', ')}
  FROM json_each(?1)
`

function referenceStatement(plan: CollectionPlan, name: string): string {
  const { table, statements } = plan.collection
  const column = plan.byName.get(name)?.field.column
  if (column == null) return statements.many.joins[name]?.set ?? ''
  return sqlText`
    UPDATE "${table}" SET "${column}" = "given"."value"->>1
    FROM json_each(?1) AS "given"
    WHERE "${table}"."id" = "given"."value"->>0
  `
}

/** Returns a statement whose values are strings: all other types are inside JSON. */
function bound({ sql, values }: Statement): BoundStatement {
  return { sql, values: values.map(String) }
}
