import { columnOf, type FieldFacts, joinOf } from '../steps/facts.ts'
import { isJsonKept, parsed } from './compare-json.ts'
import { type FieldChange, isKept } from './compare-values.ts'
import { chosen, type Lineage } from './lineage.ts'
import type { Row, Value } from './snapshot.ts'
import { type Loss, loss, rowsOf, type State } from './state.ts'

/**
 * Compares the rows of a collection by id.
 * @param name name of the collection before the migration
 * @param now name of the collection after the migration
 */
export function compareCollection(name: string, now: string, before: State, after: State, lineage: Lineage): Loss[] {
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

/** Returns the ids of rows in which a field has an unexpected value. */
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
      : isKept(chosen(value as Value, `${now}.${name}`, inner), then as Value, change)
    return isSame ? [] : [id]
  })
}

/** Tells whether nested fields can be compared one by one. */
function hasSameForm({ before, after }: FieldChange): boolean {
  return before.kind === after.kind && before.inside !== undefined && after.inside !== undefined
}

type Read = Value | readonly Value[]

/** Returns a field's value in each row, by id; for a list, its targets in order. */
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
 * Tells whether a list has the expected targets: a list made from one reference, or the first element of a list, which
 * may be filled in if it is required.
 */
function isSameList(from: Read, to: Read, { before, after }: FieldChange): boolean {
  const isList = after.storage === 'join'
  const old = asList(from, isList)
  const isFilled = !isList && old.length === 0 && after.required && !before.required
  return isFilled || JSON.stringify(old) === JSON.stringify(asList(to, isList))
}

/** Returns a value as a list: with all its items, or with at most one. */
function asList(value: Read, isMany: boolean): readonly Value[] {
  const list = Array.isArray(value) ? (value as readonly Value[]) : value === null ? [] : [value as Value]
  return isMany ? list : list.slice(0, 1)
}

function missing(rows: readonly Row[], found: ReadonlyMap<Value | undefined, Row>): string[] {
  return rows.filter((row) => !found.has(row.id ?? null)).map((row) => String(row.id))
}
