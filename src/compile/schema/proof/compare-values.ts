import type { FieldFacts } from '../steps/facts.ts'
import type { Value } from './snapshot.ts'

/** A field before and after a migration. */
export interface FieldChange {
  readonly before: FieldFacts
  readonly after: FieldFacts
  /** True if the migration declares that values which do not convert are lost. */
  readonly isLossy: boolean
}

/** Tells whether a stored value is as expected after a migration, given the declared change to its field. */
export function isKept(from: Value, to: Value, { before, after, isLossy }: FieldChange): boolean {
  // A required value may have been filled in if it was empty or lost.
  if (from === null) return to === null || after.required
  if (before.storage === after.storage && !isReworded(before, after)) return to === from
  const expected = converted(from, before, after)
  if (expected === undefined) return to !== null || isLossy
  const isSame = to === expected || isSameJson(from, to, before, after, expected)
  return isSame || (expected === null && isLossy && after.required)
}

/** Tells whether a change to another field type changes values even if the storage stays the same. */
function isReworded(before: FieldFacts, after: FieldFacts): boolean {
  const has = (kind: string) => before.kind === kind || after.kind === kind
  if (before.kind === after.kind || after.kind === 'json') return false
  return has('richText') || after.kind === 'date' || after.inside !== undefined
}

/**
 * Returns the expected value after a conversion; `null` if it cannot be converted, `undefined` if several forms are
 * valid.
 */
function converted(from: Value, before: FieldFacts, after: FieldFacts): Value | undefined {
  if (after.kind === 'richText' || before.kind === 'richText' || after.inside) return undefined
  if (after.kind === 'date') return dayOf(from, before)
  switch (after.storage) {
    case 'text':
      return wordsOf(from, before)
    case 'json':
      return JSON.stringify(spoken(from, before))
    case 'datetime':
      return momentOf(from, before)
    case 'boolean':
      return truthOf(from, before)
    case 'integer':
    case 'real':
      return numberOf(from, before, after.storage === 'integer')
    case 'join':
      return undefined
  }
}

function dayOf(from: Value, { storage }: FieldFacts): Value | undefined {
  if (storage === 'json') return undefined
  const moment = storage === 'text' ? isoTime(from) : storage === 'datetime' ? spoken(from, { storage }) : null
  return moment === null ? null : String(moment).slice(0, 10)
}

function wordsOf(from: Value, before: FieldFacts): Value {
  const value = before.storage === 'json' ? parsed(from) : spoken(from, before)
  if (typeof value === 'string') return value
  return before.storage === 'json' ? from : JSON.stringify(value)
}

function momentOf(from: Value, before: FieldFacts): Value | undefined {
  if (before.storage === 'boolean') return null
  if (isNumeric(before)) return Number.isSafeInteger(from) && isYearOfFourDigits(Number(from)) ? from : null
  const moment = before.storage === 'text' ? isoTime(from) : undefined
  return typeof moment === 'string' ? Date.parse(moment) : moment
}

function truthOf(from: Value, { storage }: FieldFacts): Value | undefined {
  if (storage === 'datetime') return null
  if (storage === 'text') return from === 'true' ? 1 : from === 'false' ? 0 : null
  return storage === 'json' ? undefined : from === 1 || from === 0 ? from : null
}

function numberOf(from: Value, before: FieldFacts, isWhole: boolean): Value | undefined {
  if (before.storage === 'text') return numberIn(from, isWhole)
  if (before.storage === 'json') return undefined
  return !isWhole || Number.isSafeInteger(from) ? from : undefined
}

/** Returns a stored value as JSON contains it. */
function spoken(from: Value, { storage }: Pick<FieldFacts, 'storage'>): Value | boolean {
  if (storage === 'boolean') return from !== 0
  return storage === 'datetime' ? new Date(Number(from)).toISOString() : from
}

/** Tells whether two values are equal as JSON, regardless of their spelling and digits. */
function isSameJson(from: Value, to: Value, before: FieldFacts, after: FieldFacts, expected: Value): boolean {
  const isWritten = before.storage === 'json' && typeof parsed(from) !== 'string'
  return (after.storage === 'json' || isWritten) && JSON.stringify(parsed(to)) === JSON.stringify(parsed(expected))
}

function parsed(value: Value): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return value
  }
}

/** Tells whether a year has four digits, as ISO 8601 requires without a sign. */
function isYearOfFourDigits(moment: number): boolean {
  return moment >= Date.parse('0000-01-01T00:00:00.000Z') && moment <= Date.parse('9999-12-31T23:59:59.999Z')
}

function isNumeric({ storage }: FieldFacts): boolean {
  return storage === 'integer' || storage === 'real'
}

/** Returns a point in time as ISO 8601 with `Z`, a day as its midnight in UTC; `null` for anything else. */
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

/**
 * Returns the number in a text that is spelled as JSON prints it; `undefined` for other spellings, which may or may not
 * be kept.
 */
function numberIn(from: Value, isWhole: boolean): Value | undefined {
  const number = Number(from)
  const isPlain = String(number) === from && Number.isFinite(number) && !/e/.test(from)
  return isPlain && (!isWhole || Number.isSafeInteger(number)) ? number : undefined
}
