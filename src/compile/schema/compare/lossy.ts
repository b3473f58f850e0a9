import type { FieldFacts } from '../steps/facts.ts'
import { convert } from './convert.ts'

/**
 * Tells whether values of a field may be lost when it becomes another type. A list of references keeps its first alone.
 */
export function convertsLossily(before: FieldFacts, after: FieldFacts): boolean {
  if (before.storage !== 'join' && after.storage !== 'join') return convert(before, after, '"value"').isLossy
  return before.storage === 'join' ? after.storage !== 'join' : before.target === null || after.target === null
}
