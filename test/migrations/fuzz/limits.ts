import { PENDING, PENDING_VERSIONS, REFERENCES, TRASH, VERSIONS } from '../../../src/compile/schema/model/copies.ts'
import { joinTableName } from '../../../src/compile/schema/model/names.ts'
import type { Row, Snapshot } from '../../../src/compile/schema/proof/snapshot.ts'
import type { Json } from '../../../src/fields/field-type.ts'
import { SYSTEM_COLUMNS } from '../../../src/ground/system-columns.ts'
import { type Rows, read } from './check-rows.ts'
import { draftsOff } from './declare.ts'
import type { CollectionModel, ProjectModel } from './project-model.ts'

/** The rows of before, without what the options of their collections no longer keep. */
export function asLimited(earlier: ProjectModel, later: ProjectModel, rows: Rows): Snapshot {
  let before = rows.before
  for (const collection of earlier.collections) {
    const after = later.collections.find(({ id }) => id === collection.id)
    if (!after) continue
    if (collection.drafts && !after.drafts) before = withoutDrafts(collection, after, before, rows.after)
    if (collection.trash && !after.trash) before = withoutTrash(collection, before)
    if (collection.versions > after.versions) before = withVersions(after.versions, collection, before)
  }
  return before
}

/** Drafts are published, or in the trash; pending changes are gone. */
function withoutDrafts(collection: CollectionModel, after: CollectionModel, rows: Snapshot, found: Snapshot): Snapshot {
  const before = without(rows, PENDING, (row) => row.collection_id === collection.name)
  return draftsOff(after) === 'publish'
    ? changed(before, collection.name, (documents) => documents.map(published))
    : trashed(collection, before, found)
}

/** Documents in the trash are gone, with all that is kept of them. */
function withoutTrash({ name }: CollectionModel, rows: Snapshot): Snapshot {
  const trash = (rows.get(TRASH) ?? []).filter((row) => row.collection_id === name)
  const ids = new Set(trash.map((row) => row.document_id ?? null))
  const kept = [TRASH, VERSIONS, PENDING, PENDING_VERSIONS].reduce(
    (all, table) => without(all, table, (row) => row.collection_id === name && ids.has(row.document_id ?? null)),
    rows,
  )
  return without(kept, REFERENCES, (row) => ids.has(row.target_id ?? null))
}

/** Of each document the newest versions stay, and those with a name. */
function withVersions(most: number, { name }: CollectionModel, rows: Snapshot): Snapshot {
  const numberOf = (row: Row) => Number(row.version)
  const all = (rows.get(VERSIONS) ?? []).filter((row) => row.collection_id === name)
  const newest = (row: Row) => Math.max(...all.filter((other) => other.document_id === row.document_id).map(numberOf))
  const isOld = (row: Row) => row.collection_id === name && row.name === null && numberOf(row) <= newest(row) - most
  return without(rows, VERSIONS, isOld)
}

function without(rows: Snapshot, table: string, isGone: (row: Row) => boolean): Snapshot {
  return changed(rows, table, (all) => all.filter((row) => !isGone(row)))
}

function changed(rows: Snapshot, table: string, change: (rows: readonly Row[]) => readonly Row[]): Snapshot {
  return rows.has(table) ? new Map([...rows, [table, change(rows.get(table) ?? [])]]) : rows
}

function published(row: Row): Row {
  if (row.status === 'published') return row
  return { ...row, status: 'published', published_at: row.published_at ?? row.updated_at ?? null, scheduled_at: null }
}

function trashed(collection: CollectionModel, before: Snapshot, after: Snapshot): Snapshot {
  const { name, fields } = collection
  const drafts = (before.get(name) ?? []).filter(({ status }) => status !== 'published')
  const ids = new Set(drafts.map(({ id }) => id ?? null))
  const entries = drafts.map((row) => {
    const found = (after.get(TRASH) ?? []).find(({ document_id: id }) => id === row.id)
    return { ...found, collection_id: name, data: JSON.stringify(documentOf(row, collection, before)) }
  })
  const joins = fields.map((field) => joinTableName(name, field.name))
  let rest = changed(before, name, (rows) => rows.filter(({ id }) => !ids.has(id ?? null)))
  for (const join of joins) rest = changed(rest, join, (rows) => rows.filter((row) => !ids.has(row.owner_id ?? null)))
  return changed(rest, TRASH, (rows) => [...rows.filter((row) => !ids.has(row.document_id ?? null)), ...entries])
}

function documentOf(row: Row, collection: CollectionModel, rows: Snapshot): Record<string, Json> {
  const system = Object.entries(SYSTEM_COLUMNS).map(([property, { column, storage }]) => {
    const value = row[column] ?? null
    return [property, storage === 'datetime' && value !== null ? new Date(Number(value)).toISOString() : value]
  })
  const fields = collection.fields.map((item) => [item.name, read(row, String(row.id), collection, item, rows)])
  return Object.fromEntries([...system, ...fields]) as Record<string, Json>
}
