import type { FieldFacts } from '../steps/facts.ts'
import type { Value } from './snapshot.ts'

/** A field on both sides of a migration. */
export interface FieldChange {
  readonly before: FieldFacts
  readonly after: FieldFacts
  /** Tells whether the migration says that values which do not read as the new type are lost. */
  readonly isLossy: boolean
}

/** Tells whether a stored value came through a migration as it should, given what the migration says of the field. */
export function isKept(from: Value, to: Value, { before, after, isLossy }: FieldChange): boolean {
  // What is required may have been filled in, where it was empty or has lost its value.
  if (from === null) return to === null || after.required
  if (before.storage === after.storage && !isReworded(before, after)) return to === from
  const expected = converted(from, before, after)
  if (expected !== undefined) return to === expected || (expected === null && isLossy && after.required)
  return to !== null || isLossy
}

/** Kinds whose values have a form of their own within the same storage. */
function isReworded(before: FieldFacts, after: FieldFacts): boolean {
  const has = (kind: string) => before.kind === kind || after.kind === kind
  return before.kind !== after.kind && (has('richText') || after.kind === 'date' || after.inside !== undefined)
}

/** The value that is expected; `null` where it does not read as the new type, `undefined` where it has no one form. */
function converted(from: Value, before: FieldFacts, after: FieldFacts): Value | undefined {
  const isNumber = isNumeric(after)
  if (after.kind === 'richText' || before.kind === 'richText') return undefined
  if (before.storage === 'text' && after.kind === 'date') return isoTime(from)?.slice(0, 10) ?? null
  // A number is no day.
  if (isNumeric(before) && after.kind === 'date') return null
  if (before.storage === 'text' && after.storage === 'datetime') {
    const moment = isoTime(from)
    return moment === null ? null : Date.parse(moment)
  }
  if (before.storage === 'text' && isNumber) return numberOf(from, after.storage === 'integer')
  if (before.storage === 'text' && after.storage === 'boolean') return from === 'true' ? 1 : from === 'false' ? 0 : null
  if (before.storage === 'integer' && after.storage === 'real') return from
  if (before.storage === 'real' && after.storage === 'integer' && Number.isSafeInteger(from)) return from
  if (isNumeric(before) && after.storage === 'text') return JSON.stringify(from)
  return undefined
}

function isNumeric({ storage }: FieldFacts): boolean {
  return storage === 'integer' || storage === 'real'
}

/** A point in time as ISO 8601 with `Z`; a day is its midnight in UTC. `null` for anything else. */
function isoTime(value: Value): string | null {
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(String(value)) ?? []
  if (day === undefined) return null
  const isDay = new Date(`${day}T00:00:00Z`).getTime()
  if (Number.isNaN(isDay) || new Date(isDay).toISOString().slice(0, 10) !== day) return null
  if (time === undefined) return `${day}T00:00:00.000Z`
  const moment = new Date(/Z|[+-]\d\d:\d\d$/.test(time) ? `${day}${time}` : `${day}${time}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** Text as JSON would print the number. Other spellings may be kept or not. */
function numberOf(from: Value, isWhole: boolean): Value | undefined {
  const number = Number(from)
  const isPlain = String(number) === from && Number.isFinite(number) && !/e/.test(from)
  return isPlain && (!isWhole || Number.isSafeInteger(number)) ? number : undefined
}
