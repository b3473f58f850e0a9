import { quote } from '../../ground/sql.ts'
import type { BackupStatement } from './database.ts'
import { parseTuples } from './parse-tuples.ts'
import type { BackupTable } from './shape.ts'

/** Characters of JSON in one statement: D1 takes 2 MB of bytes as a parameter. */
const BATCH = 400_000

/** Statements that put rows into a table. References in `later` are left out: what they lead to is not there yet. */
export function* insertsOf(table: BackupTable, tuples: string, later: readonly string[]): Generator<BackupStatement> {
  const columns = table.columns.map(quote).join(', ')
  for (const { json, special } of batches(tuples)) {
    const values = table.columns.map((column, at) => (later.includes(column) ? 'NULL' : valueAt(at, special)))
    yield {
      sql: `INSERT INTO ${quote(table.name)} (${columns}) SELECT ${values.join(', ')} FROM json_each(?1)`,
      values: [json],
    }
  }
}

/** Statements that set the references that were left out. */
export function* updatesOf(table: BackupTable, tuples: string, later: readonly string[]): Generator<BackupStatement> {
  const positions = later.map((column) => table.columns.indexOf(column))
  for (const { json, special } of batches(tuples)) {
    const changes = later.map((column, index) => `${quote(column)} = ${valueAt(positions[index] ?? 0, special, 'j.')}`)
    const same = table.keys.map(
      (key) => `${quote(table.name)}.${quote(key)} = ${valueAt(table.columns.indexOf(key), special, 'j.')}`,
    )
    const some = positions.map((at) => `j."value" ->> ${at} IS NOT NULL`)
    yield {
      sql: `UPDATE ${quote(table.name)} SET ${changes.join(', ')} FROM json_each(?1) AS j WHERE ${same.join(' AND ')} AND (${some.join(' OR ')})`,
      values: [json],
    }
  }
}

export interface Batch {
  /** An array of rows. */
  readonly json: string
  /** Places of values that JSON cannot say. */
  readonly special: ReadonlySet<number>
}

/** Rows as JSON, in parts that D1 takes as one parameter. */
export function* batches(tuples: string): Generator<Batch> {
  let rows: string[] = []
  let size = 0
  let special = new Set<number>()
  for (const values of parseTuples(tuples)) {
    for (const [at, value] of values.entries()) if (value.startsWith('[')) special.add(at)
    const row = `[${values.join(',')}]`
    if (size > 0 && size + row.length > BATCH) {
      yield { json: `[${rows.join(',')}]`, special }
      rows = []
      size = 0
      special = new Set([...values.keys()].filter((at) => values[at]?.startsWith('[')))
    }
    rows.push(row)
    size += row.length
  }
  if (rows.length > 0) yield { json: `[${rows.join(',')}]`, special }
}

/** SQL of a value in a row that is a JSON array. */
export function valueAt(at: number, special: ReadonlySet<number>, source = ''): string {
  const value = `${source}"value" ->> ${at}`
  if (!special.has(at)) return value
  const hex = `unhex(${source}"value" ->> '$[${at}][1]')`
  const kind = `${source}"value" ->> '$[${at}][0]'`
  return `CASE json_type(${source}"value", '$[${at}]') WHEN 'array' THEN CASE ${kind} WHEN 'b' THEN ${hex} ELSE CAST(${hex} AS TEXT) END ELSE ${value} END`
}
