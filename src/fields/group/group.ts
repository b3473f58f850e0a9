import * as z from 'zod'
import { propertyName } from '../../ground/property-name.ts'
import {
  type BuiltInType,
  declareField,
  type FieldData,
  type FieldOptions,
  type Fields,
  type Json,
  type Requirement,
} from '../field-type.ts'
import type { DocumentOf } from '../values.ts'

export interface GroupOptions<Inner extends Fields = Fields> extends FieldOptions<Json> {
  /**
   * The fields of the group. They are stored together as one JSON value; the database does not check references inside
   * it.
   */
  readonly fields: Inner
}

/** Declares a group: several fields under one name. */
export function group<const Inner extends Fields, const R extends boolean = false>(
  options: GroupOptions<Inner> & Requirement<R>,
) {
  return declareField<'group', DocumentOf<Inner>, R>('group', options, group)
}

/** The options of a group in the manifest. */
export interface GroupData {
  readonly fields: readonly FieldData[]
}

export const groupType: BuiltInType<GroupData> = {
  kind: 'group',
  storage: 'json',
  contains: { option: 'fields', form: 'object' },
  options: { fields: z.record(z.string(), z.unknown()), default: z.json() },
  schema: ({ fields }, nested) => objectSchema(fields, nested),
  parts: ({ fields }) => ({ kind: 'object', fields }),
  operators: [],
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  sample: ({ fields }, _sampler, nested) => sampleObject(fields, nested),
  searchText: (column) => `(SELECT group_concat(value, ' ') FROM json_tree(${column}) WHERE type = 'text')`,
  example: () => 'field.group({ fields: { title: field.string() } })',
  typescript: ({ fields }, nested) => objectType(fields, nested),
}

/**
 * Returns the schema of an object with these fields: unknown names are rejected, optional ones may be null or absent.
 */
export function objectSchema(fields: readonly FieldData[], nested: (field: FieldData) => z.ZodType) {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field.name, memberSchema(field, nested)])))
}

function memberSchema(field: FieldData, nested: (field: FieldData) => z.ZodType): z.ZodType {
  const { required, default: initial } = field.options
  const value = required ? nested(field) : nested(field).nullable()
  if (initial !== undefined) return value.default(initial)
  return required ? value : value.optional()
}

export function sampleObject(fields: readonly FieldData[], nested: (field: FieldData) => Json): Json {
  return Object.fromEntries(fields.map((field) => [field.name, nested(field)]))
}

export function objectType(fields: readonly FieldData[], nested: (field: FieldData) => string): string {
  const members = fields.map((field) => {
    const optional = field.options.required ? '' : '?'
    const nullable = field.options.required ? '' : ' | null'
    return `${propertyName(field.name)}${optional}: ${nested(field)}${nullable}`
  })
  return `{ ${members.join('; ')} }`
}
