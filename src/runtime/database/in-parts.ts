import type { SqlValue, Statement } from './database.ts'

/** Characters of JSON in one parameter: at most three bytes each, of the 2 MB that a value may have on D1. */
const PART = 600_000

/** Tells whether a row fits into one parameter, in its escaped form. */
export function fitsParameter(values: readonly SqlValue[]): boolean {
  return JSON.stringify([values]).length <= PART
}

/**
 * The statement once, or as often as its documents need parameters.
 * @param others further values of each, from ?2 on
 */
export function inParts(
  sql: string,
  documents: readonly (readonly SqlValue[])[],
  others: readonly SqlValue[] = [],
): Statement[] {
  const parts: string[][] = []
  let size = PART
  for (const values of documents) {
    const text = JSON.stringify(values)
    if (size + text.length > PART) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(text)
    size += text.length + 1
  }
  return parts.map((part) => ({ sql, values: [`[${part.join(',')}]`, ...others] }))
}
