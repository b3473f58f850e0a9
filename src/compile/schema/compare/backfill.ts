import { copyingBackfill } from '../../../fields/backfill.ts'
import type { FieldData, Storage } from '../../../fields/field-type.ts'
import { literal, quote } from '../../../ground/sql.ts'
import type { ManifestField } from '../../../manifest/index.ts'
import type { FieldTypes } from '../model/collection-triggers.ts'
import { columnName } from '../model/names.ts'
import { type FieldFacts, fieldFacts } from '../steps/facts.ts'
import { convert } from './convert.ts'

/**
 * SQL expression over a row's columns that gives existing rows a value. `isConstant`: it is the same for each row, and
 * never NULL.
 */
export interface Backfill {
  readonly sql: string
  readonly isConstant: boolean
}

/**
 * Returns the value of a field in existing rows: its `backfill`, otherwise its default; `null` if it has neither.
 * @param others facts of the fields that a backfill may name, including those that the same migration drops
 */
export function backfillOf(
  field: ManifestField,
  backfill: unknown,
  others: ReadonlyMap<string, FieldFacts>,
  types: FieldTypes,
): Backfill | null {
  const copy = copyingBackfill(backfill)
  if (copy?.from.kind === 'sql') return { sql: `(${copy.from.text})`, isConstant: false }
  if (copy?.from.kind === 'field') return fromField(fieldFacts(field, types), copy.from.name, others)
  const value: unknown = backfill ?? field.options.default
  return value === undefined || value === null ? null : { sql: constant(field, value, types), isConstant: true }
}

function fromField(field: FieldFacts, name: string, others: ReadonlyMap<string, FieldFacts>): Backfill {
  const column = quote(columnName(name))
  const facts = others.get(name)
  return { sql: facts ? convert(facts, field, column).sql : column, isConstant: false }
}

/** Returns SQL of a constant as the field's validator would have stored it. */
function constant(field: ManifestField, value: unknown, types: FieldTypes): string {
  return literal(stored(field.storage, accepted(field, value, types)))
}

/** Returns a constant as the field's validator outputs it: a time in UTC, plain text as rich text. */
export function accepted(field: FieldData, value: unknown, types: FieldTypes): unknown {
  const nested = (inner: FieldData) => {
    const type = types[inner.kind]
    if (!type)
      throw new Error(`the field type ${inner.kind} does not exist: the check of field kinds must come before this`)
    return type.schema(inner.options, nested)
  }
  const result = nested(field).safeParse(value)
  return result.success ? result.data : value
}

/** Returns a validated value as its column stores it. */
export function stored(storage: Storage, value: unknown): string | number {
  if (storage === 'json') return JSON.stringify(value)
  if (storage === 'datetime') return Date.parse(String(value))
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : String(value)
}
