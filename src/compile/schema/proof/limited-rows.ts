import type { Json } from '../../../fields/field-type.ts'
import { SYSTEM_COLUMNS } from '../../../ground/system-columns.ts'
import { COPIES, PENDING, PENDING_VERSIONS, REFERENCES, TRASH, VERSIONS } from '../model/copies.ts'
import { columnOf, joinOf, joinsOf } from '../steps/facts.ts'
import { isKind, type Limit, type OperationOf } from '../steps/operation.ts'
import type { Step } from '../steps/step.ts'
import type { Lineage } from './lineage.ts'
import { shownValue } from './sample-rows.ts'
import type { Row, Snapshot } from './snapshot.ts'
import { rowsOf, type State } from './state.ts'

/**
 * Returns the expected state after the steps of a migration that limit collections. It is computed in JavaScript, so
 * that it does not share a mistake with the SQL.
 * @param after the actual state after the migration, for times that cannot be predicted
 */
export function limitedState(before: State, after: State, lineage: Lineage, steps: readonly Step[]): State {
  const operations = steps.flatMap(({ operation }) => operation ?? []).filter(isKind('limit-collection'))
  let { rows } = before
  for (const operation of operations) {
    const name = [...lineage.collections].find(([, now]) => now === operation.collection)?.[0] ?? operation.collection
    rows = LIMITED[operation.limit]({ name, state: { ...before, rows }, after, operation })
  }
  return { ...before, rows }
}

/** Returns the number of rows that a limit deletes, by table. Documents that it moves to the trash do not count. */
export function rowsLostByLimit(
  before: State,
  after: State,
  lineage: Lineage,
  operation: OperationOf<'limit-collection'>,
): ReadonlyMap<string, number> {
  const limited = limitedState(before, after, lineage, [{ operation, statements: [], remarks: [] }])
  return new Map(
    COPIES.filter((table) => table !== TRASH || operation.limit === 'empty-trash').map((table) => [
      table,
      rowsOf(before, table).length - rowsOf(limited, table).length,
    ]),
  )
}

interface Subject {
  /** Name of the collection before the migration. */
  readonly name: string
  readonly state: State
  readonly after: State
  readonly operation: OperationOf<'limit-collection'>
}

const LIMITED: Readonly<Record<Limit, (subject: Subject) => Snapshot>> = {
  'publish-drafts': ({ name, state }) => {
    const published = (row: Row): Row =>
      isDraft(row)
        ? { ...row, status: 'published', published_at: row.published_at ?? row.updated_at ?? null, scheduled_at: null }
        : row
    return withRows(withoutPending(state, name), name, rowsOf(state, name).map(published))
  },
  'trash-drafts': ({ name, state, after }) => {
    const drafts = rowsOf(state, name).filter(isDraft)
    const ids = new Set(drafts.map(({ id }) => id))
    const entries = drafts.map((row) => trashEntry(row, name, state, after))
    const others = rowsOf(state, TRASH).filter((row) => !ids.has(row.document_id ?? null))
    const rows = withRows(withoutPending(state, name), TRASH, [...others, ...entries])
    return [name, ...joinsOf(name, state.facts.get(name) ?? new Map())].reduce(
      (snapshot, table) => without(snapshot, table, (row) => ids.has(table === name ? row.id : row.owner_id)),
      rows,
    )
  },
  'empty-trash': ({ name, state }) => {
    const trashed = rowsOf(state, TRASH).filter((row) => row.collection_id === name)
    const ids = new Set(trashed.map((row) => row.document_id))
    const rows = [VERSIONS, PENDING, PENDING_VERSIONS, TRASH].reduce(
      (snapshot, table) => without(snapshot, table, (row) => ids.has(row.document_id)),
      state.rows,
    )
    return without(rows, REFERENCES, (row) => ids.has(row.target_id))
  },
  'delete-versions': ({ name, state, operation: { versions } }) => {
    const byDocument = Map.groupBy(rowsOf(state, VERSIONS), (row) => row.document_id)
    const newest = (row: Row) =>
      Math.max(...(byDocument.get(row.document_id) ?? []).map(({ version }) => Number(version)))
    const isOld = (row: Row) =>
      row.collection_id === name &&
      (row.name ?? null) === null &&
      Number(row.version) <= newest(row) - (versions?.after ?? 0)
    return without(state.rows, VERSIONS, isOld)
  },
}

function isDraft({ status }: Row): boolean {
  return status === 'draft' || status === 'scheduled'
}

function withoutPending({ rows }: State, name: string): Snapshot {
  return without(rows, PENDING, (row) => row.collection_id === name)
}

function without(rows: Snapshot, table: string, isGone: (row: Row) => boolean): Snapshot {
  return withRows(
    rows,
    table,
    (rows.get(table) ?? []).filter((row) => !isGone(row)),
  )
}

function withRows(rows: Snapshot, table: string, next: readonly Row[]): Snapshot {
  return rows.has(table) ? new Map([...rows, [table, next]]) : rows
}

/** Returns the row of a document in the trash, which has all values of the document. */
function trashEntry(row: Row, name: string, state: State, after: State): Row {
  const id = row.id ?? null
  const found = rowsOf(after, TRASH).find((entry) => entry.document_id === id)
  return {
    ...found,
    document_id: id,
    root_id: id,
    collection_id: name,
    title: rowsOf(state, 'content').find((entry) => entry.id === id)?.title ?? null,
    data: JSON.stringify(documentOf(row, name, state)),
  }
}

function documentOf(row: Row, name: string, state: State): Record<string, Json> {
  const system = Object.entries(SYSTEM_COLUMNS).map(
    ([property, { column, storage }]) => [property, shownValue(row[column] ?? null, storage)] as const,
  )
  const fields = [...(state.facts.get(name) ?? [])].map(([field, facts]) => {
    const join = joinOf(name, field, facts)
    const column = columnOf(field, facts) ?? ''
    return [field, join === null ? shownValue(row[column] ?? null, facts.storage) : listOf(row, join, state)] as const
  })
  return Object.fromEntries([...system, ...fields])
}

function listOf({ id }: Row, join: string, state: State): Json[] {
  return rowsOf(state, join)
    .filter((row) => row.owner_id === id)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
    .map((row) => row.target_id ?? null)
}
