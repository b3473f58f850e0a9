import { counted } from '../../ground/counted.ts'
import type { LocalOutcome } from './local-change.ts'

/** Returns a sentence for each table that lost something: what was lost, and in which table a copy is kept. */
export function describeArchived({ archived }: Pick<LocalOutcome, 'archived'>): readonly string[] {
  return archived.map(({ table, copy, lost }) => {
    const parts = lost.map(({ field, count }) =>
      field === null ? counted(count, 'row') : `${counted(count, 'value')} of ${field}`,
    )
    const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
    return `${table} loses ${list}. A copy of the table is kept as ${copy}.`
  })
}
