import type * as z from 'zod'
import { type Field, type FieldData, type FieldType, type Json, storageOf } from '../../fields/field-type.ts'
import { convertSchema } from '../emit/openapi/json-schema.ts'
import { lowerFieldData } from '../lower/fields.ts'
import type { CheckedProject } from '../project.ts'
import { createSampler } from '../schema/model/sampler.ts'
import { COLUMN, type TypeStandIn, type TypeUse } from '../stand-in.ts'

/** Evaluates a plugin's field type for every field that the config declares with it. */
export function describeType(type: FieldType, project: CheckedProject): TypeStandIn {
  const declared = project.config.collections.flatMap(({ fields }) => Object.entries(fields))
  const within = declared.flatMap(([name, field]) => fieldsWithin(lowerFieldData(name, field)))
  const own = within.filter(({ kind }) => kind === type.kind)
  const constants = declared.flatMap(([, field]) => (field.kind === type.kind ? constantsOf(field) : []))
  const describe = (field: FieldData) => describeUse(type, field, constants, project.fieldTypes)
  return {
    $standIn: 'type',
    kind: type.kind,
    operators: type.operators,
    indexed: type.indexed,
    contains: type.contains,
    isSearched: type.searchText !== undefined,
    uses: new Map(own.map((field) => [JSON.stringify(field.options), describe(field)])),
  }
}

/** Returns the constants that a field gives to rows without a value: its default and its backfill. */
function constantsOf(field: Field): unknown[] {
  const { default: usual, backfill } = field.options as { default?: unknown; backfill?: unknown }
  return [usual, backfill].filter((value) => value !== undefined)
}

/** Returns the field and all fields within its options. */
function fieldsWithin(field: FieldData): FieldData[] {
  return [field, ...Object.values(field.options as object).flatMap(fieldsIn)]
}

function fieldsIn(option: unknown): FieldData[] {
  if (typeof option !== 'object' || option === null) return []
  if ('kind' in option && 'options' in option && 'name' in option) return fieldsWithin(option as FieldData)
  return Object.values(option).flatMap(fieldsIn)
}

type FieldTypes = CheckedProject['fieldTypes']

function describeUse(
  type: FieldType,
  { options }: FieldData,
  constants: readonly unknown[],
  types: FieldTypes,
): TypeUse {
  const nested = (inner: FieldData) => schemaOf(inner, types)
  const schema = type.schema(options, nested)
  return {
    storage: storageOf(type, options),
    parts: type.parts?.(options) ?? null,
    typescript: type.typescript(options, (inner) => typescriptOf(inner, types)),
    input: convertSchema(schema, 'input'),
    output: convertSchema(type.output?.(options, nested) ?? schema, 'output'),
    searchText: type.searchText?.(COLUMN, options) ?? null,
    samples: samplesOf(type, options, types),
    constants: new Map(
      constants.flatMap((constant) => {
        const accepted = schema.safeParse(constant)
        return accepted.success ? [[JSON.stringify(constant), accepted.data] as const] : []
      }),
    ),
  }
}

function schemaOf(field: FieldData, types: FieldTypes): z.ZodType {
  return typeOf(field, types).schema(field.options, (inner) => schemaOf(inner, types))
}

function typescriptOf(field: FieldData, types: FieldTypes): string {
  return typeOf(field, types).typescript(field.options, (inner) => typescriptOf(inner, types))
}

/** Number of samples, more than the rows of one table are likely to need. */
const SAMPLES = 24

/** Returns sample values; none if the type throws. Values can then still be created from the type of the column. */
function samplesOf(type: FieldType, options: unknown, types: FieldTypes): Json[] {
  const sampler = createSampler(1, () => null)
  const sample = (field: FieldData): Json => typeOf(field, types).sample(field.options, sampler, sample)
  try {
    return Array.from({ length: SAMPLES }, () => type.sample(options, sampler, sample))
  } catch {
    return []
  }
}

function typeOf(field: FieldData, types: FieldTypes): FieldType {
  const type = types[field.kind]
  if (!type)
    throw new Error(`the field type ${field.kind} does not exist: the check of field kinds must come before this`)
  return type
}
