import { parseTuples } from './parse-tuples.ts'

/** Maximum number of characters of JSON in a batch of several rows. D1 accepts parameters of 2 MB. */
const BATCH = 400_000

export interface Batch {
  /** A JSON array of rows. */
  readonly json: string
  /** Positions, within the rows, of values that JSON cannot represent. */
  readonly special: ReadonlySet<number>
}

/** Yields rows as JSON, in batches that D1 accepts as one parameter. */
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

/** Returns the SQL of a value in the row `r`, which is a JSON array. */
export function valueAt(at: number, special: ReadonlySet<number>): string {
  const value = `r."value" ->> ${at}`
  if (!special.has(at)) return value
  const hex = `unhex(r."value" ->> '$[${at}][1]')`
  const kind = `r."value" ->> '$[${at}][0]'`
  return `CASE json_type(r."value", '$[${at}]') WHEN 'array' THEN CASE ${kind} WHEN 'b' THEN ${hex} ELSE CAST(${hex} AS TEXT) END ELSE ${value} END`
}
