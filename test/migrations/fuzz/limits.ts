import { joinTableName } from '../../../src/compile/schema/model/names.ts'
import type { Row, Snapshot } from '../../../src/compile/schema/proof/snapshot.ts'
import type { Json } from '../../../src/fields/field-type.ts'
import { SYSTEM_COLUMNS } from '../../../src/ground/system-columns.ts'
import { type Rows, read } from './check-rows.ts'
import { draftsOff } from './declare.ts'
import type { CollectionModel, ProjectModel } from './project-model.ts'

/** The rows of before, as collections without drafts must have them: published, or in the trash. */
export function withoutDrafts(earlier: ProjectModel, later: ProjectModel, rows: Rows): Snapshot {
  const ended = earlier.collections.filter(({ id, drafts }) => {
    const after = later.collections.find((collection) => collection.id === id)
    return drafts && after && !after.drafts
  })
  let before = rows.before
  for (const collection of ended) {
    const { name } = collection
    const isPending = (row: Row) => row.collection_id === name
    before = changed(before, 'content_drafts', (pending) => pending.filter((row) => !isPending(row)))
    before =
      draftsOff(collection) === 'publish'
        ? changed(before, name, (documents) => documents.map(published))
        : trashed(collection, before, rows.after)
  }
  return before
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
    const found = (after.get('content_trash') ?? []).find(({ document_id: id }) => id === row.id)
    return { ...found, collection_id: name, data: JSON.stringify(documentOf(row, collection, before)) }
  })
  const joins = fields.map((field) => joinTableName(name, field.name))
  let rest = changed(before, name, (rows) => rows.filter(({ id }) => !ids.has(id ?? null)))
  for (const join of joins) rest = changed(rest, join, (rows) => rows.filter((row) => !ids.has(row.owner_id ?? null)))
  return changed(rest, 'content_trash', (rows) => [
    ...rows.filter((row) => !ids.has(row.document_id ?? null)),
    ...entries,
  ])
}

function documentOf(row: Row, collection: CollectionModel, rows: Snapshot): Record<string, Json> {
  const system = Object.entries(SYSTEM_COLUMNS).map(([property, { column, storage }]) => {
    const value = row[column] ?? null
    return [property, storage === 'datetime' && value !== null ? new Date(Number(value)).toISOString() : value]
  })
  const fields = collection.fields.map((item) => [item.name, read(row, String(row.id), collection, item, rows)])
  return Object.fromEntries([...system, ...fields]) as Record<string, Json>
}
