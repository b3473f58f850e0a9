import type { Json } from '../../../config/fields/field-type.ts'
import { namesIn } from '../../../ground/sql-tokens.ts'
import type { Schema, SchemaColumn, SchemaTable } from '../../../manifest/index.ts'
import { isOrdinary } from '../compare/match-tables.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import { statementsOf } from '../files/run-statements.ts'
import { columnOf, type Facts, type FieldFacts, joinOf } from '../steps/facts.ts'
import { isKind, type OperationKind } from '../steps/operation.ts'
import { isJsonKept } from './compare-json.ts'
import { type FieldChange, isKept } from './compare-values.ts'
import type { Lineage } from './lineage.ts'
import { DERIVED } from './sample-rows.ts'
import { ROWID, type Row, type Snapshot, type Value } from './snapshot.ts'

/** A database on one side of a migration. */
export interface State {
  readonly schema: Schema
  readonly facts: Facts
  readonly rows: Snapshot
}

/** Undeclared effects of a migration on rows. */
export interface Loss {
  readonly message: string
  /** As it is named before the migration. */
  readonly table: string
  /** The field as it is named afterwards, where one is concerned. */
  readonly field: string | null
  readonly ids: readonly string[]
}

/**
 * Compares the rows before a migration with those after it: each must be there, with every value that the migration
 * does not name in a step that drops, renames or changes a field.
 */
export function compareRows(before: State, after: State, lineage: Lineage, file: MigrationFile): Loss[] {
  const named = file.header?.origin === 'build' ? new Set<string>() : namedBy(file)
  const losses: Loss[] = []
  for (const [name, now] of lineage.collections) {
    if (now !== null && !named.has(name) && !named.has(now)) {
      losses.push(...compareCollection(name, now, before, after, lineage))
    }
  }
  const joins = joinNames(before.facts)
  for (const table of before.schema.tables.filter(isOrdinary)) {
    const isOther = !before.facts.has(table.name) && !joins.has(table.name) && !DERIVED.has(table.name)
    if (isOther && !named.has(table.name)) losses.push(...compareTable(table, before, after, lineage, file))
  }
  return losses
}

/** A migration that is written by hand may change whatever it names. */
function namedBy(file: MigrationFile): Set<string> {
  return new Set(statementsOf(file).flatMap(namesIn))
}

function joinNames(facts: Facts): Set<string> {
  return new Set(
    [...facts].flatMap(([name, fields]) => [...fields].flatMap(([field, fact]) => joinOf(name, field, fact) ?? [])),
  )
}

function compareCollection(name: string, now: string, before: State, after: State, lineage: Lineage): Loss[] {
  const old = rowsOf(before, name)
  const found = new Map(rowsOf(after, now).map((row) => [row.id, row]))
  const fields = [...(before.facts.get(name) ?? [])].flatMap(([field, facts]): ComparedField[] => {
    const to = lineage.fields.get(name)?.get(field) ?? null
    const then = to === null ? undefined : after.facts.get(now)?.get(to)
    if (to === null || !then) return []
    const isLossy = lineage.inner.lossy.has(`${now}.${to}`)
    return [{ name: to, change: { before: facts, after: then, isLossy }, from: field }]
  })
  const owned = new Set([...(before.facts.get(name) ?? [])].map(([field, facts]) => columnOf(field, facts)))
  const shared = (before.schema.tables.find((table) => table.name === name)?.columns ?? [])
    .map((column) => column.name)
    .filter((column) => !owned.has(column))
  const values = (row: Row, then: Row) => [
    ...shared.filter((column) => row[column] !== then[column]).map((column) => [column, row] as const),
  ]
  const changed = old.flatMap((row) => {
    const then = found.get(row.id ?? null)
    return then ? values(row, then) : []
  })
  return [
    ...loss(name, null, 'are gone', missing(old, found)),
    ...loss(name, null, 'have appeared', missing([...found.values()], new Map(old.map((row) => [row.id, row])))),
    ...[...Map.groupBy(changed, ([column]) => column)].flatMap(([column, items]) =>
      loss(
        name,
        column,
        `lose their value of ${column}`,
        items.map(([, row]) => String(row.id)),
      ),
    ),
    ...fields.flatMap((field) =>
      loss(name, field.name, `lose their value of ${field.from}`, lostIn(field, name, now, before, after, lineage)),
    ),
  ]
}

interface ComparedField {
  readonly name: string
  readonly from: string
  readonly change: FieldChange
}

/** Ids of the rows in which a field's value is not what it should be. */
function lostIn(
  { name, from, change }: ComparedField,
  table: string,
  now: string,
  before: State,
  after: State,
  { inner }: Lineage,
): string[] {
  const read = valuesOf(before, table, from, change.before)
  const found = valuesOf(after, now, name, change.after)
  const isList = change.after.storage === 'join'
  const wasList = change.before.storage === 'join'
  return [...read].flatMap(([id, value]) => {
    if (!found.has(id)) return []
    const then = found.get(id) ?? null
    if (wasList || isList) return isSameList(value, then, change) ? [] : [id]
    const isSame = hasSameForm(change)
      ? isJsonKept(parsed(value as Value), parsed(then as Value), change, `${now}.${name}`, inner)
      : isKept(value as Value, then as Value, change)
    return isSame ? [] : [id]
  })
}

/** Tells whether fields inside the field can be compared one by one. */
function hasSameForm({ before, after }: FieldChange): boolean {
  return before.kind === after.kind && before.inside !== undefined && after.inside !== undefined
}

function parsed(value: Value): Json | undefined {
  try {
    return value === null ? undefined : (JSON.parse(String(value)) as Json) // JSON, as every such column holds it
  } catch {
    return value
  }
}

type Read = Value | readonly Value[]

/** A field's value in each row, by id; the targets in order where it is a list. */
function valuesOf(state: State, table: string, field: string, facts: FieldFacts): Map<string, Read> {
  const rows = rowsOf(state, table)
  const join = joinOf(table, field, facts)
  const column = columnOf(field, facts) ?? ''
  if (join === null) return new Map(rows.map((row) => [String(row.id), row[column] ?? null]))
  const lists = Map.groupBy(rowsOf(state, join), (row) => String(row.owner_id))
  const listOf = (id: string) =>
    (lists.get(id) ?? [])
      .toSorted((a, b) => Number(a.position) - Number(b.position))
      .map((row) => row.target_id ?? null)
  return new Map(rows.map((row) => [String(row.id), listOf(String(row.id))]))
}

/**
 * One that is a list of one from now on, or a list of which the first stays, which may be filled in where it is
 * required.
 */
function isSameList(from: Read, to: Read, { before, after }: FieldChange): boolean {
  const isList = after.storage === 'join'
  const old = asList(from, isList)
  const isFilled = !isList && old.length === 0 && after.required && !before.required
  return isFilled || JSON.stringify(old) === JSON.stringify(asList(to, isList))
}

/** As a list of many, or of at most one. */
function asList(value: Read, isMany: boolean): readonly Value[] {
  const list = Array.isArray(value) ? (value as readonly Value[]) : value === null ? [] : [value as Value]
  return isMany ? list : list.slice(0, 1)
}

/** A table of a plugin, of which nothing is renamed. */
function compareTable(table: SchemaTable, before: State, after: State, lineage: Lineage, file: MigrationFile): Loss[] {
  if (operationsOf(file, 'drop-table').some((operation) => operation.table === table.name)) return []
  const named = lossesNamed(table.name, file)
  const old = rowsOf(before, table.name).flatMap((row) => carried(table.name, row, lineage, file))
  const target = after.schema.tables.find((candidate) => candidate.name === table.name)
  const key = keyOf(table)
  const found = new Map(rowsOf(after, table.name).map((row) => [key(row), row]))
  const gone = old.filter((row) => !found.has(key(row))).map(key)
  const columns = table.columns.flatMap((column): { before: SchemaColumn; after: SchemaColumn | null }[] => {
    const then = target?.columns.find((candidate) => candidate.name === column.name)
    if (then) return [{ before: column, after: then }]
    return named.dropped.has(column.name) ? [] : [{ before: column, after: null }]
  })
  const changed = columns.flatMap((column) =>
    old.flatMap((row) => {
      const then = found.get(key(row))
      if (!then) return []
      if (table.name === VERSIONS && column.before.name === DATA && file.header?.format !== 1) {
        return isDocumentKept(row, then, before, after, lineage) ? [] : [{ column: DATA, id: key(row) }]
      }
      const from = row[column.before.name] ?? null
      const to = column.after ? (then[column.before.name] ?? null) : null
      const isFilled = from === null && (column.after?.notNull ?? false)
      const isLossy = named.lossy.has(column.before.name)
      const isConverted = column.after !== null && column.after.type !== column.before.type && (to !== null || isLossy)
      return from === to || isFilled || isConverted ? [] : [{ column: column.before.name, id: key(row) }]
    }),
  )
  return [
    ...loss(table.name, null, 'are gone', gone),
    ...[...Map.groupBy(changed, (item) => item.column)].flatMap(([column, items]) =>
      loss(
        table.name,
        column,
        `lose their value of ${column}`,
        items.map((item) => item.id),
      ),
    ),
  ]
}

const VERSIONS = 'content_versions'
const DATA = 'data'

/** Tells whether a document that is kept as JSON has all that the rows of its collection keep. */
function isDocumentKept(
  row: Row,
  then: Row,
  before: State,
  after: State,
  { collections, fields, inner }: Lineage,
): boolean {
  const name = [...collections].find(([, now]) => now === row.collection_id)?.[0] ?? String(row.collection_id)
  const now = String(row.collection_id)
  const from = parsed(row[DATA] ?? null)
  const to = parsed(then[DATA] ?? null)
  if (!isDocument(from) || !isDocument(to)) return row[DATA] === then[DATA]
  return Object.entries(from).every(([field, value]) => {
    const was = before.facts.get(name)?.get(field)
    // What an old version still holds under a name that is no longer declared gives way to who takes the name.
    if (!was) return after.facts.get(now)?.has(field) || JSON.stringify(value) === JSON.stringify(to[field])
    const next = fields.get(name)?.get(field) ?? null
    const is = next === null ? undefined : after.facts.get(now)?.get(next)
    if (next === null || !is) return true
    return isJsonKept(value, to[next], { before: was, after: is }, `${now}.${next}`, inner)
  })
}

function isDocument(value: Json | undefined): value is { readonly [field: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The columns of a plugin's table that a migration says it drops, or of which it may lose values. */
function lossesNamed(table: string, file: MigrationFile) {
  const rebuilds = operationsOf(file, 'rebuild-table').filter((operation) => operation.table === table)
  const drops = operationsOf(file, 'drop-column').filter((operation) => operation.table === table)
  return {
    dropped: new Set([
      ...drops.map(({ column }) => column),
      ...rebuilds.flatMap(({ dropped }) => Object.keys(dropped)),
    ]),
    lossy: new Set(rebuilds.flatMap(({ lossy }) => Object.keys(lossy))),
  }
}

function operationsOf<Kind extends OperationKind>({ steps }: MigrationFile, kind: Kind) {
  return steps.flatMap(({ operation }) => operation ?? []).filter(isKind(kind))
}

/** Rows that name a collection follow it; versions go with it. */
function carried(table: string, row: Row, { collections }: Lineage, file: MigrationFile): Row[] {
  if (table === VERSIONS) {
    const name = collections.get(String(row.collection_id))
    if (name === null) return []
    return [name === undefined ? row : { ...row, collection_id: name }]
  }
  const named = operationsOf(file, 'carry-names').flatMap(({ renamed, columns }) =>
    Object.keys(row)
      .filter((column) => columns.includes(`${table}.${column}`))
      .flatMap((column) => {
        const name = renamed[String(row[column])]
        return name === undefined ? [] : [[column, name] as const]
      }),
  )
  return [{ ...row, ...Object.fromEntries(named) }]
}

function keyOf({ columns }: SchemaTable): (row: Row) => string {
  const key = columns.filter((column) => column.primaryKey > 0).map((column) => column.name)
  const names = key.length > 0 ? key : [ROWID]
  return (row) => names.map((name) => String(row[name])).join('/')
}

function rowsOf(state: State, table: string): readonly Row[] {
  return state.rows.get(table) ?? []
}

function missing(rows: readonly Row[], found: ReadonlyMap<Value | undefined, Row>): string[] {
  return rows.filter((row) => !found.has(row.id ?? null)).map((row) => String(row.id))
}

function loss(table: string, field: string | null, what: string, ids: readonly string[]): Loss[] {
  return ids.length === 0 ? [] : [{ message: `rows of ${table} ${what}`, table, field, ids }]
}
