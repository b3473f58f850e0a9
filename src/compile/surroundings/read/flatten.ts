import { isTable, type Table } from '../../table.ts'

/**
 * Returns the settings in a table by their paths, `install.registry`. Lists, tables below the given depth, and
 * top-level tables of the given names are values.
 */
export function flatten(table: Table, depth: number, whole: readonly string[] = []): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(table).flatMap(([name, value]): [string, unknown][] =>
      whole.includes(name) ? [[name, value]] : pairsOf(name, value, depth),
    ),
  )
}

function pairsOf(name: string, value: unknown, depth: number): [string, unknown][] {
  if (!isTable(value) || depth < 2) return [[name, value]]
  return Object.entries(value).flatMap(([inner, item]) => pairsOf(`${name}.${inner}`, item, depth - 1))
}
