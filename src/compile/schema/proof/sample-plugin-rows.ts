import type { SchemaColumn, SchemaTable } from '../../../manifest/index.ts'
import type { Filling } from './filling.ts'
import { insertRow, type Row, type Snapshot, type Value } from './snapshot.ts'

const ROWS = 2

export interface PluginSource {
  /** Existing rows. */
  readonly rows: Snapshot
  readonly fillingOf: (table: string) => Filling
  /** Seed that makes the values of this call differ from others. */
  readonly seed: number
}

/** Generates rows for tables of which only the columns are known; tables to which others refer come first. */
export function samplePluginRows(
  tables: readonly SchemaTable[],
  { rows: existing, fillingOf, seed }: PluginSource,
): { readonly rows: Snapshot; readonly statements: readonly string[] } {
  const rows = new Map<string, readonly Row[]>()
  const known = (table: string) => [...(rows.get(table) ?? []), ...(existing.get(table) ?? [])]
  const waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map((table) => table.name))
    const free = waiting.findIndex((table) =>
      table.foreignKeys.every((key) => key.table === table.name || !names.has(key.table)),
    )
    const [table] = waiting.splice(Math.max(free, 0), 1)
    if (table) rows.set(table.name, rowsOf(table, known, fillingOf(table.name), seed))
  }
  return { rows, statements: [...rows].flatMap(([name, made]) => made.map((row) => insertRow(name, row))) }
}

function rowsOf(table: SchemaTable, known: (table: string) => readonly Row[], filling: Filling, seed: number): Row[] {
  const { rows, plain, single } = filling
  const count = single ? Math.max(0, Math.min(rows, 1 - known(table.name).length)) : Math.min(rows, ROWS)
  return Array.from({ length: count }, (_, index) => {
    const number = seed * 1000 + index + 1
    const values = table.columns
      .filter((column) => !column.generated && !column.autoincrement)
      .map((column) => {
        const led = keyValue(table, column, known, index)
        return [column.name, led === undefined ? columnValue(column, number, plain) : led] as const
      })
    return Object.fromEntries(values)
  }).filter((row) => table.columns.every((column) => !column.notNull || row[column.name] !== null))
}

/** Returns the value of a foreign key: `undefined` for a column without one, `null` if there is no row to refer to. */
function keyValue(
  table: SchemaTable,
  column: SchemaColumn,
  known: (table: string) => readonly Row[],
  index: number,
): Value | undefined {
  const key = table.foreignKeys.find((candidate) => candidate.columns.includes(column.name))
  if (!key) return undefined
  const targets = known(key.table)
  const referred = key.references[key.columns.indexOf(column.name)] ?? 'id'
  return targets[index % Math.max(targets.length, 1)]?.[referred] ?? null
}

function columnValue({ name, type }: SchemaColumn, number: number, isPlain: boolean): Value {
  if (isPlain && type !== 'REAL') return type === 'TEXT' ? String(number) : number
  if (type === 'INTEGER' || type === 'NUMERIC') return number
  return type === 'REAL' ? number + 0.5 : `${name} ${number}`
}
