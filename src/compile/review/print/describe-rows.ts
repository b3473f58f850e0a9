import type { RowsMet } from '../rows.ts'

/** Describes rows in one line, with the ids of some of them. */
export function describeRows({ words, fails, sample, count }: RowsMet): string {
  const more = count > sample.length ? [`and ${count - sample.length} more`] : []
  const ids = sample.length === 0 ? '' : `: ${[...sample.map(String), ...more].join(', ')}`
  return `${fails ? 'fails: ' : ''}${words}${ids}`
}
