import type { SqlValue, Statement } from './database.ts'

/**
 * Maximum number of characters of JSON in one parameter. With at most three bytes each, it stays below D1's limit of 2
 * MB.
 */
const PART = 600_000

/** Tells whether a row fits into one parameter, including escapes. */
export function fitsParameter(values: readonly SqlValue[]): boolean {
  return JSON.stringify([values]).length <= PART
}

/**
 * Splits the values of documents into JSON parameters, and returns the statement once for each parameter.
 * @param others additional values of each statement, from ?2 on
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
