import { sqlText } from '../../ground/sql-text.ts'
import type { ManifestField } from '../../manifest/index.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { DocumentRow } from '../../runtime/collections/document/row.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { documentText, fromTable } from './document-row.ts'
import { uniqueValuesOf } from './entry-values.ts'
import type { Entry } from './read-line.ts'

/** State of an imported document compared with the database. */
export type State =
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  /** The import of the document was interrupted: only references are missing. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'different' }
  /** Another collection has a document with the same id. */
  | { readonly kind: 'elsewhere'; readonly collection: string }

export interface Compared {
  readonly entry: Entry
  readonly state: State
  /** Fields whose value is already used by another document in the database. */
  readonly taken: readonly { readonly field: string; readonly holder: string }[]
}

/** Compares a batch of documents with the database, with two requests at most. */
export async function compareWithDatabase(
  database: ProjectDatabase,
  entries: readonly Entry[],
): Promise<readonly Compared[]> {
  const queries = uniqueQueries(entries)
  const ids = JSON.stringify(entries.map(({ row }) => row.id))
  const [present = [], ...found] = await database.run<Record<string, unknown>>([
    { sql: `SELECT "id", "collection_id" AS "name" FROM "content" WHERE ${AMONG}`, values: [ids] },
    ...queries.map(({ statement }) => statement),
  ])
  const homes = new Map(present.map(({ id, name }) => [String(id), String(name)]))
  const holders = new Map(
    queries.flatMap(({ plan, field }, index) =>
      (found[index] ?? []).map(({ id, value }) => [keyOf(plan, field, value), String(id)] as const),
    ),
  )
  const stored = await findStored(
    database,
    entries.filter(({ plan, row }) => homes.get(row.id) === plan.collection.name),
  )
  return entries.map((entry) => ({
    entry,
    state: stateOf(entry, homes.get(entry.row.id), stored.get(entry.row.id)),
    taken: uniqueValuesOf(entry).flatMap(({ field, value }) => {
      const holder = holders.get(keyOf(entry.plan, field, value))
      return holder === undefined || holder === entry.row.id ? [] : [{ field: field.name, holder }]
    }),
  }))
}

const AMONG = '"id" IN (SELECT "value" FROM json_each(?1))'

function uniqueQueries(entries: readonly Entry[]) {
  const valuesByField = new Map<ManifestField, { plan: CollectionPlan; values: unknown[] }>()
  for (const entry of entries) {
    for (const { field, value } of uniqueValuesOf(entry)) {
      const entryValues = valuesByField.get(field) ?? { plan: entry.plan, values: [] }
      entryValues.values.push(value)
      valuesByField.set(field, entryValues)
    }
  }
  return [...valuesByField].map(([field, { plan, values }]) => {
    const column = `"${field.column}"`
    const sql = sqlText`
      SELECT "id", ${column} AS "value"
      FROM "${plan.collection.table}"
      WHERE ${column} IN (SELECT "value" FROM json_each(?1))
    `
    return { plan, field, statement: { sql, values: [JSON.stringify(values)] } }
  })
}

function keyOf({ collection }: CollectionPlan, field: ManifestField, value: unknown): string {
  return JSON.stringify([collection.name, field.name, value])
}

async function findStored(
  database: ProjectDatabase,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, DocumentRow>> {
  const plans = [...new Set(entries.map(({ plan }) => plan))]
  if (plans.length === 0) return new Map()
  const found = await database.run<Record<string, unknown>>(
    plans.map((plan) => ({
      sql: plan.collection.statements.many.byIds,
      values: [JSON.stringify(entries.filter((entry) => entry.plan === plan).map(({ row }) => row.id))],
    })),
  )
  return new Map(found.flat().map((row) => [String(row.id), fromTable(row)]))
}

function stateOf({ plan, row }: Entry, home: string | undefined, stored: DocumentRow | undefined): State {
  if (home !== undefined && home !== plan.collection.name) return { kind: 'elsewhere', collection: home }
  if (stored === undefined) return { kind: 'new' }
  const text = documentText(plan, row)
  if (documentText(plan, stored) === text) return { kind: 'same' }
  const completed = { ...stored }
  for (const { field } of plan.fields) {
    const value = stored[field.name] ?? null
    if (field.target !== null && (value === null || value === '[]')) completed[field.name] = row[field.name] ?? null
  }
  return documentText(plan, completed) === text ? { kind: 'unfinished' } : { kind: 'different' }
}
