import type { Storage } from '../../../fields/field-type.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { SqlValue } from '../../database/database.ts'
import { unknownName } from '../../input/parameters.ts'
import type { Status } from '../document/row.ts'
import { STATUSES } from '../document/status.ts'
import type { Comparison } from '../query/filter.ts'

/** Maximum number of values in one `in` or `nin`. */
const MAX_VALUES = 50

/**
 * Reads the value with which a property is compared, in the form in which the table stores it.
 * @param name name of the parameter, for the error
 * @param text for `in` and `nin`, a list of values as JSON
 * @throws HttpError `invalid_query`
 */
export function readOperand(name: string, operator: Comparison, text: string, type: ValueType): SqlValue {
  if (operator === 'in' || operator === 'nin') {
    const values = readList(text)
    if (values.length > MAX_VALUES)
      throw new HttpError('invalid_query', t('{name} takes at most {max} values.', { name, max: MAX_VALUES }))
    return JSON.stringify(values.map((value) => readValue(name, value, type)))
  }
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') return foldAscii(text)
  return readValue(name, text, type)
}

/** Parses the values of a list, which `readParameters` returns as JSON. */
export function readList(text: string): readonly string[] {
  return JSON.parse(text)
}

/** Type of a property's values. `kind` is the kind of its field; absent for a system property. */
export interface ValueType {
  readonly storage: Storage
  readonly kind?: string
}

/**
 * Reads `true` or `false`.
 * @throws HttpError `invalid_query`
 */
export function readBoolean(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new HttpError('invalid_query', t('{name} must be true or false.', { name }))
}

function readValue(name: string, text: string, { storage, kind }: ValueType): SqlValue {
  if (kind === 'date') return readDay(name, text)
  if (storage === 'boolean') return readBoolean(name, text) ? 1 : 0
  if (storage === 'integer') return readInteger(name, text)
  if (storage === 'real') return readNumber(name, text)
  if (storage === 'datetime') return readTime(name, text)
  return text
}

function readInteger(name: string, text: string): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw new HttpError('invalid_query', t('{name} must be a whole number.', { name }))
  return value
}

function readNumber(name: string, text: string): number {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) throw new HttpError('invalid_query', t('{name} must be a number.', { name }))
  return value
}

/**
 * Converts a time to milliseconds since the epoch. A day counts as midnight UTC.
 * @throws HttpError `invalid_query`
 */
function readTime(name: string, text: string): number {
  const value = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(value) || !isDay(text.slice(0, 10))) {
    throw new HttpError('invalid_query', t('{name} must be an ISO 8601 date, or date and time with a zone.', { name }))
  }
  return value
}

/** Converts a time to its day in UTC. */
function readDay(name: string, text: string): string {
  return new Date(readTime(name, text)).toISOString().slice(0, 10)
}

/** Tells whether a day exists: JavaScript converts the 30th of February to a day in March. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Converts text to lower case like SQLite's `lower`, which changes only ASCII letters. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Reads a status.
 * @throws HttpError `invalid_query`
 */
export function readStatus(text: string): Status {
  const found = STATUSES.find((status) => status === text)
  if (found === undefined) throw unknownName(message('There is no status {name}.'), text, STATUSES)
  return found
}
