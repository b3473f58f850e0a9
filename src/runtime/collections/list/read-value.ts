import type { Storage } from '../../../config/fields/field-type.ts'
import type { SqlValue } from '../../database.ts'
import { HttpError } from '../../errors.ts'
import { t } from '../../words/words.ts'
import type { Comparison } from './list-query.ts'

/** Values in one `in` or `nin` (contract, section 3). */
const MAX_VALUES = 50

/**
 * Reads what a property is compared with, in the form in which the table holds it.
 * @param name the parameter, for the error
 * @throws HttpError `invalid_query`
 */
export function readOperand(name: string, operator: Comparison, text: string, storage: Storage): SqlValue {
  if (operator === 'in' || operator === 'nin') {
    const values = text.split(',')
    if (values.length > MAX_VALUES)
      throw new HttpError('invalid_query', t('{name} takes at most {max} values.', { name, max: MAX_VALUES }))
    return JSON.stringify(values.map((value) => readValue(name, value, storage)))
  }
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') return foldAscii(text)
  return readValue(name, text, storage)
}

/** @throws HttpError `invalid_query` */
export function readBoolean(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new HttpError('invalid_query', t('{name} is true or false.', { name }))
}

function readValue(name: string, text: string, storage: Storage): SqlValue {
  if (storage === 'boolean') return readBoolean(name, text) ? 1 : 0
  if (storage === 'integer' || storage === 'real') return readNumber(name, text)
  if (storage === 'datetime') return readTime(name, text)
  return text
}

function readNumber(name: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw new HttpError('invalid_query', t('{name} is a number.', { name }))
  return value
}

function readTime(name: string, text: string): number {
  const value = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(value)) {
    throw new HttpError('invalid_query', t('{name} is an ISO 8601 date, or date and time with a zone.', { name }))
  }
  return value
}

/** As SQLite's `lower`, which leaves alone what is not ASCII. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
