import type { RowsMet } from '../rows.ts'

/** Describes rows in one line, with the ids of some of those on which the migration fails. */
export function describeRows({ words, fails, sample, count }: RowsMet): string {
  if (!fails) return words
  const more = count > sample.length ? [`and ${count - sample.length} more`] : []
  return `fails: ${words}${sample.length === 0 ? '' : `: ${[...sample.map(String), ...more].join(', ')}`}`
}
