import type { FieldFacts } from '../facts.ts'
import type { Value } from './snapshot.ts'

/** A field on both sides of a migration. */
export interface FieldChange {
  readonly before: FieldFacts
  readonly after: FieldFacts
  /** Whether the migration says that values which do not read as the new type are lost. */
  readonly isLossy: boolean
}

/** Whether a stored value came through a migration as it should, given what the migration says of the field. */
export function isKept(from: Value, to: Value, { before, after, isLossy }: FieldChange): boolean {
  // What is required from now on may have been filled in.
  if (from === null) return to === null || (after.required && !before.required)
  if (before.storage === after.storage && !isReworded(before, after)) return to === from
  const expected = converted(from, before, after)
  if (expected !== undefined) return to === expected
  return to !== null || isLossy
}

function isReworded(before: FieldFacts, after: FieldFacts): boolean {
  return before.kind !== after.kind && (before.kind === 'richText' || after.kind === 'richText')
}

/** What the new type says in the same words; `undefined` where its form differs. */
function converted(from: Value, before: FieldFacts, after: FieldFacts): Value | undefined {
  const isNumber = after.storage === 'integer' || after.storage === 'real'
  if (before.storage === 'text' && isNumber) return numberOf(from, after.storage === 'integer')
  if (before.storage === 'integer' && after.storage === 'real') return from
  if (before.storage === 'real' && after.storage === 'integer' && Number.isSafeInteger(from)) return from
  if (before.storage === 'integer' && after.storage === 'text' && after.kind !== 'richText') return String(from)
  return undefined
}

function numberOf(from: Value, isWhole: boolean): Value | undefined {
  const number = Number(from)
  const isPlain = String(number) === from && Number.isFinite(number) && !/e/.test(from)
  return isPlain && (!isWhole || Number.isSafeInteger(number)) ? number : undefined
}
