import type { FieldData, Json } from '../../../fields/field-type.ts'
import type { ManifestField } from '../../../manifest/index.ts'
import type { FieldTypes } from '../model/collection-triggers.ts'
import { createSampler } from '../model/sampler.ts'

/** Returns a valid backfill for a field, to be pasted into its options. */
export function backfillExample(field: ManifestField, types: FieldTypes): string {
  if (field.target !== null) {
    return `backfill: sql\`(SELECT id FROM ${field.target} ORDER BY id LIMIT 1)\`, with sql imported from 'lintel'`
  }
  if (field.unique) {
    const key = field.storage === 'text' ? 'id' : 'rowid'
    return `backfill: sql\`${key}\`, with sql imported from 'lintel'`
  }
  return constantExample(field, types)
}

/** Returns a valid backfill for a nested field, which can only be a constant. */
export function constantExample(field: FieldData, types: FieldTypes): string {
  return `backfill: ${printValue(exampleValue(field, types))}`
}

/** Short example values. The first that a field's rules allow is used. */
const SHORT: readonly Json[] = ['…', 0, 1, false, [], {}, '2026-01-01', '2026-01-01T00:00:00Z', 'text']

function exampleValue(field: FieldData, types: FieldTypes): Json {
  const { min, max } = field.options as { readonly min?: unknown; readonly max?: unknown }
  const limits = [min, max].filter((limit) => typeof limit === 'number' || typeof limit === 'string')
  const schema = schemaOf(field, types)
  return [...SHORT, ...limits].find((value) => schema.safeParse(value).success) ?? sampleOf(field, types)
}

function schemaOf(field: FieldData, types: FieldTypes): ReturnType<FieldTypes[string]['schema']> {
  return typeOf(field, types).schema(field.options, (inner) => schemaOf(inner, types))
}

function sampleOf(field: FieldData, types: FieldTypes): Json {
  const sampler = createSampler(1, () => null)
  const nested = (inner: FieldData): Json => typeOf(inner, types).sample(inner.options, sampler, nested)
  return nested(field)
}

function typeOf({ kind }: FieldData, types: FieldTypes): FieldTypes[string] {
  const type = types[kind]
  if (!type) throw new Error(`the field type ${kind} does not exist: the check of field kinds must come before this`)
  return type
}

function printValue(value: Json): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return JSON.stringify(value)
}
