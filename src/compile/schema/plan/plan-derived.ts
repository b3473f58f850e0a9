import { literal, quote } from '../../../ground/sql.ts'
import type { ManifestCollection } from '../../../manifest/index.ts'
import type { CollectionChanges, KeptCollection } from '../compare/diff-collections.ts'
import type { TableChange } from '../compare/diff-table.ts'
import type { TableChanges } from '../compare/match-tables.ts'
import { searchColumns } from '../model/collection-tables.ts'
import { contentColumns, type FieldTypes } from '../model/collection-triggers.ts'
import { searchTableName, triggerName } from '../model/names.ts'
import { emptySearch, populateSearch, type SetAside } from '../model/set-aside.ts'
import { renameIdentifiers } from '../sql/identifiers.ts'
import { printIndex, printTable } from '../sql/print.ts'
import { makeStep, type Step } from '../steps/step.ts'

export interface DerivedSource {
  readonly aside: SetAside
  readonly tables: TableChanges
  readonly changes: CollectionChanges
  readonly collections: readonly ManifestCollection[]
  readonly types: FieldTypes
  /** Columns whose values change, as `posts.title`. */
  readonly rewritten: readonly string[]
}

/**
 * Plans derived objects: which triggers, full-text tables and indexes are dropped before a change, and created after
 * it.
 */
export function planDerived(source: DerivedSource): {
  readonly before: readonly Step[]
  readonly after: readonly Step[]
} {
  const { aside, tables } = source
  const indexes = tables.kept.flatMap((change) =>
    [
      ...change.indexes.lost,
      ...change.indexes.remade.before,
      ...(change.isRebuilt && change.before.name !== change.after.name ? change.before.indexes : []),
    ].map(({ name }) => ({ name, table: change.before.name })),
  )
  const before = [
    ...aside.dropped.triggers.map((trigger) => `DROP TRIGGER ${quote(trigger.name)}`),
    ...aside.dropped.tables.map((table) => `DROP TABLE ${quote(table.name)}`),
    ...indexes.map((index) => `DROP INDEX ${quote(index.name)}`),
  ]
  const setAside = [...aside.dropped.triggers, ...indexes].map(({ table }) => table)
  const after = comeBack(source)
  const restored = [
    ...tables.kept.filter(({ indexes: { remade } }) => remade.after.length > 0).map((change) => change.after.name),
    ...aside.created.triggers.map(({ table }) => table),
  ]
  return {
    before: some('set-aside', [...setAside, ...aside.dropped.tables.map(({ name }) => name)], before),
    after: some('derive', [...restored, ...aside.created.tables.map(({ name }) => name)], after),
  }
}

function some(kind: 'set-aside' | 'derive', tables: readonly string[], statements: readonly string[]): Step[] {
  return statements.length > 0 ? [makeStep({ kind, tables: [...new Set(tables)].sort() }, statements)] : []
}

/**
 * Returns statements that restore derived data: full-text tables are filled, `content` is updated, and triggers come
 * last, so that they do not run for the migration itself.
 */
function comeBack(source: DerivedSource): string[] {
  const { aside, changes } = source
  const fresh = new Set(changes.created.map((collection) => collection.table))
  const tables = aside.created.tables.filter((table) => !isOfFresh(table.name, fresh))
  const triggers = aside.created.triggers.filter(
    (trigger) => !fresh.has(trigger.table) && !isOfNewTable(trigger.table, source),
  )
  return [
    ...source.tables.kept.flatMap(({ after, indexes }) =>
      indexes.remade.after.map((index) => printIndex(after.name, index)),
    ),
    ...tables.map(printTable),
    ...changes.kept.flatMap((kept) => [...refreshSearch(kept, source), ...refreshContent(kept, source)]),
    ...triggers.map((trigger) => trigger.sql),
  ]
}

function isOfFresh(table: string, fresh: ReadonlySet<string>): boolean {
  return [...fresh].some((name) => searchTableName(name) === table)
}

/** Tells whether an object belongs to a new table, which is created with its triggers. */
function isOfNewTable(table: string, { tables }: DerivedSource): boolean {
  return tables.created.some((created) => created.name === table)
}

function refreshSearch({ collection }: KeptCollection, source: DerivedSource): string[] {
  if (collection.search.length === 0) return []
  const name = searchTableName(collection.table)
  if (source.aside.created.tables.some((table) => table.name === name))
    return [populateSearch(collection, source.types)]
  const columns = searchColumns(collection).flatMap((item) => item.columns)
  if (!isStale(collection, 'search', columns, source)) return []
  return [emptySearch(collection), populateSearch(collection, source.types)]
}

function refreshContent({ collection }: KeptCollection, source: DerivedSource): string[] {
  const shown = [collection.titleField, collection.slugField]
  const columns = collection.fields.filter(({ name }) => shown.includes(name)).flatMap(({ column }) => column ?? [])
  if (!isStale(collection, 'content', columns, source)) return []
  const table = quote(collection.table)
  const [title, slug] = contentColumns(collection, table)
  const assignments = [title, slug].flatMap((pair) => (pair ? [`${quote(pair[0])} = ${pair[1]}`] : []))
  return [`UPDATE "content" SET ${assignments.join(', ')} FROM ${table} WHERE "content"."id" = ${table}."id"`]
}

/** Tells whether rows, or the relevant columns, have changed while the triggers did not exist. */
function isStale(
  collection: ManifestCollection,
  topic: string,
  columns: readonly string[],
  { aside, rewritten, tables }: DerivedSource,
): boolean {
  const name = triggerName(collection.table, topic, 'insert')
  const wasAway = aside.created.triggers.find((trigger) => trigger.name === name)
  if (!wasAway) return false
  const change = tables.kept.find(({ after }) => after.name === collection.table)
  const isRewritten = columns.some((column) => rewritten.includes(`${collection.table}.${column}`))
  const earlier = aside.dropped.triggers.find(
    (trigger) => trigger.name === triggerName(change?.before.name ?? collection.table, topic, 'insert'),
  )
  return isRewritten || !change || earlier === undefined || carriedOver(earlier.sql, topic, change) !== wasAway.sql
}

/**
 * Returns a trigger's SQL after renames alone. A dropped column gets another name, which tells it apart from a new
 * column that takes its name.
 */
function carriedOver(sql: string, topic: string, { before, after, renamed, dropped }: TableChange): string {
  const names = new Map([
    ...dropped.map((name) => [name, `${name}__dropped`] as const),
    ...[...renamed].map(([to, from]) => [from, to] as const),
    [before.name, after.name],
    [searchTableName(before.name), searchTableName(after.name)],
    [triggerName(before.name, topic, 'insert'), triggerName(after.name, topic, 'insert')],
  ])
  return renameIdentifiers(sql, names).replaceAll(literal(before.name), literal(after.name))
}
