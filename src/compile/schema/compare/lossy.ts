import type { FieldFacts } from '../steps/facts.ts'
import { convert } from './convert.ts'

/** Tells whether a conversion to another type may lose values. A list of references keeps only its first. */
export function convertsLossily(before: FieldFacts, after: FieldFacts): boolean {
  if (before.storage !== 'join' && after.storage !== 'join') return convert(before, after, '"value"').isLossy
  return before.storage === 'join' ? after.storage !== 'join' : before.target === null || after.target === null
}
