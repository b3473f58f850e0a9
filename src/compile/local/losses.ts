import { literal, quote } from '../../ground/sql.ts'
import type { Schema } from '../../manifest/index.ts'
import { convert } from '../schema/compare/convert.ts'
import { type CollectionChanges, isChanged, type KeptCollection } from '../schema/compare/diff-collections.ts'
import { matchTables } from '../schema/compare/match-tables.ts'
import type { ValueChange } from '../schema/compare/value-change.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { convertJson } from '../schema/plan/rewrite-json.ts'
import { readStatement } from '../schema/sql/read-statement.ts'
import { columnOf, joinOf, joinsOf } from '../schema/steps/facts.ts'
import { classOfStep } from '../schema/steps/step.ts'

/** Values in a table that a change deletes. */
export interface Loss {
  /** Name of the table before the change. */
  readonly table: string
  /** The field or column whose values are deleted; `null` for whole rows. */
  readonly field: string | null
  /** SQL that counts the lost values before the change: one row, `{ lost }`. */
  readonly sql: string
}

/** Finds the values that a change of the schema deletes. */
export function findLosses(base: Schema, target: Schema, changes: CollectionChanges): readonly Loss[] {
  return [
    ...changes.dropped.flatMap(({ name, fields }) => [allRows(name), ...joinsOf(name, fields).flatMap(rowsOf)]),
    ...changes.kept.flatMap(lossesOfCollection),
    ...lossesOfOthers(base, target, changes),
  ]
}

/** Finds the losses that a handwritten migration may cause: the tables that it empties or writes to. */
export function findLossesByHand(file: MigrationFile): readonly Loss[] {
  return file.steps
    .filter((step) => classOfStep(step) === 'destructive')
    .flatMap((step) => step.statements.map(readStatement))
    .flatMap((statement) =>
      statement.kind === 'delete' || statement.kind === 'update' || statement.kind === 'drop-table'
        ? [allRows(statement.table)]
        : [],
    )
}

function lossesOfCollection({ from, fields, dropped }: KeptCollection): readonly Loss[] {
  return [
    ...dropped.flatMap(({ name, facts }) => {
      const column = columnOf(name, facts)
      return column === null ? rowsOf(joinOf(from, name, facts)) : [values(from, name, `${quote(column)} IS NOT NULL`)]
    }),
    ...fields.filter(isChanged).flatMap((kept) => lossesOfChange(from, kept)),
    ...fields.flatMap((kept) => lossesInside(from, kept)),
  ]
}

/** Returns the losses in nested fields, which share one JSON column. */
function lossesInside(table: string, { from, before, change }: KeptCollection['fields'][number]): readonly Loss[] {
  const column = columnOf(from, before)
  if (column === null || change.form === 'convert') return []
  const source = { json: `${quote(table)}.${quote(column)}`, from: quote(table), where: [], depth: 0 }
  return lostParts(change, source, from).map(({ path, from, where }) => ({
    table,
    field: path,
    sql: `SELECT count(*) AS lost FROM ${from} WHERE ${where.join(' AND ')}`,
  }))
}

/** A path inside JSON: SQL of the text there, and of the rows that have it. */
interface Position {
  readonly json: string
  readonly from: string
  readonly where: readonly string[]
  readonly depth: number
}

type Lost = Pick<Position, 'from' | 'where'> & { readonly path: string }

function lostParts(change: ValueChange, place: Position, path: string): readonly Lost[] {
  const { json, from, where } = place
  const lost = (condition: string): Lost => ({ path, from, where: [...where, condition] })
  switch (change.form) {
    case 'same':
    case 'names':
      return []
    case 'convert': {
      const isThere = `coalesce(json_type(${json}), 'null') <> 'null'`
      return [lost(`CASE WHEN ${isThere} THEN (${convertJson(json, change.before, change.after)}) = 'null' ELSE 0 END`)]
    }
    case 'object': {
      const part = (name: string) => ({ ...place, json: `(${json} -> ${literal(`$."${name}"`)})` })
      return [
        ...change.dropped.map((name) => ({
          path: `${path}.${name}`,
          from,
          where: [...where, `coalesce(json_type(${part(name).json}), 'null') <> 'null'`],
        })),
        ...[...change.kept].flatMap(([name, inner]) => lostParts(inner.change, part(name), `${path}.${name}`)),
      ]
    }
    case 'list':
      return lostParts(change.item, itemsOf(place), `${path}[]`)
    case 'blocks': {
      const items = itemsOf(place)
      const ofKind = (name: string) => `${items.json} ->> '$.type' = ${literal(name)}`
      return [
        ...change.dropped.map((name) => ({
          path: `${path}.${name}`,
          from: items.from,
          where: [...items.where, ofKind(name)],
        })),
        ...[...change.kinds].flatMap(([name, inner]) =>
          lostParts(inner, { ...items, where: [...items.where, ofKind(name)] }, `${path}.${name}`),
        ),
      ]
    }
  }
}

function itemsOf({ json, from, where, depth }: Position): Position {
  const each = `"item${depth}"`
  const list = `CASE json_type(${json}) WHEN 'array' THEN ${json} ELSE '[]' END`
  return {
    json: `(${each}.json -> ${each}.fullkey)`,
    from: `${from}, json_each(${list}) AS ${each}`,
    where,
    depth: depth + 1,
  }
}

function lossesOfChange(table: string, { from, before, field }: KeptCollection['fields'][number]): readonly Loss[] {
  const join = joinOf(table, from, before)
  if (join !== null) return field.join === null ? [allButFirst(join)] : []
  const column = quote(columnOf(from, before) ?? '')
  if (field.join !== null) return []
  const conversion = convert(before, field, column)
  return conversion.isLossy ? [values(table, from, `${column} IS NOT NULL AND (${conversion.sql}) IS NULL`)] : []
}

/** Returns losses in tables that belong to no collection but to a plugin. */
function lossesOfOthers(base: Schema, target: Schema, changes: CollectionChanges): readonly Loss[] {
  const { kept, dropped } = matchTables(base, target, changes)
  const collectionTables = new Set([
    ...changes.dropped.flatMap(({ name, fields }) => [name, ...joinsOf(name, fields)]),
    ...changes.kept.flatMap(tablesOf),
  ])
  return [
    ...dropped.filter((table) => !collectionTables.has(table.name)).map((table) => allRows(table.name)),
    ...kept
      .filter(({ before }) => !collectionTables.has(before.name))
      .flatMap(({ before, dropped: columns }) =>
        columns
          .filter((name) => before.columns.some((column) => column.name === name && !column.generated))
          .map((name) => values(before.name, name, `${quote(name)} IS NOT NULL`)),
      ),
  ]
}

function tablesOf({ from, fields, dropped }: KeptCollection): string[] {
  return [
    from,
    ...fields.flatMap((kept) => joinOf(from, kept.from, kept.before) ?? []),
    ...dropped.flatMap(({ name, facts }) => joinOf(from, name, facts) ?? []),
  ]
}

function values(table: string, field: string, condition: string): Loss {
  return { table, field, sql: `SELECT count(*) AS lost FROM ${quote(table)} WHERE ${condition}` }
}

function rowsOf(table: string | null): readonly Loss[] {
  return table === null ? [] : [allRows(table)]
}

function allRows(table: string): Loss {
  return { table, field: null, sql: `SELECT count(*) AS lost FROM ${quote(table)}` }
}

/** Returns the loss of a list of references that becomes a single one and keeps the first. */
function allButFirst(join: string): Loss {
  const sql = `SELECT count(*) - count(DISTINCT "owner_id") AS lost FROM ${quote(join)}`
  return { table: join, field: null, sql }
}
