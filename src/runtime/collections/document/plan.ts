import type * as z from 'zod'
import type { FieldData, Json } from '../../../fields/field-type.ts'
import type { ManifestCollection, ManifestField, Program } from '../../../manifest/index.ts'
import type { SqlValue } from '../../database/database.ts'
import { declaredOnly, declaredText, holdsReferences, type Shape, shapeOf } from './declared.ts'
import { decoderOf, encoderOf, writerOf } from './storage.ts'

/** A field with everything that the isolate needs to handle its values. Created when the collection is first used. */
export interface FieldPlan {
  readonly field: ManifestField
  /** Converts a stored value to the value in a response. */
  readonly decode: (stored: SqlValue) => Json
  /** Converts a stored value to JSON text for a response. */
  readonly write: (stored: SqlValue) => string
  /** Structure of the field's values; `null` if they contain no fields. */
  readonly shape: Shape | null
  /** Converts a validated value to the stored form: for a join field, the ids as JSON. */
  readonly encode: (value: Json) => SqlValue
  /** Validates one value that is not null. */
  readonly schema: z.ZodType
  /**
   * Value for a new document without a value for this field: the validated default, otherwise `null`; `[]` for a join
   * field.
   */
  readonly initial: Json
}

/** A collection with everything that the isolate needs to serve it. */
export interface CollectionPlan {
  readonly collection: ManifestCollection
  readonly fields: readonly FieldPlan[]
  readonly byName: ReadonlyMap<string, FieldPlan>
  /** Fields with a column, in the order in which `insert` and `update` take their values. */
  readonly stored: readonly FieldPlan[]
  readonly joins: readonly FieldPlan[]
  readonly fieldTypes: Program['fieldTypes']
  /** Fields with references in groups, lists or blocks. */
  readonly inside: readonly FieldPlan[]
  /** Fields that have a value in each locale. Each field represents all of its variants. */
  readonly localized: readonly FieldPlan[]
}

const plans = new WeakMap<ManifestCollection, CollectionPlan>()

export function planOf(collection: ManifestCollection, fieldTypes: Program['fieldTypes']): CollectionPlan {
  const known = plans.get(collection)
  if (known) return known
  const plan = createPlan(collection, fieldTypes)
  plans.set(collection, plan)
  return plan
}

function createPlan(collection: ManifestCollection, fieldTypes: Program['fieldTypes']): CollectionPlan {
  const fields = collection.fields.map((field) => planField(field, fieldTypes))
  return {
    collection,
    fields,
    byName: new Map(fields.map((plan) => [plan.field.name, plan])),
    stored: fields.filter((plan) => plan.field.storage !== 'join'),
    joins: fields.filter((plan) => plan.field.storage === 'join'),
    fieldTypes,
    inside: fields.filter((plan) => holdsReferences(plan.field, fieldTypes)),
    localized: fields.filter((plan) => plan.field.options.localized === true),
  }
}

function planField(field: ManifestField, fieldTypes: Program['fieldTypes']): FieldPlan {
  let schema: z.ZodType | undefined
  let initial: Json | undefined
  const shape = shapeOf(field, fieldTypes)
  return {
    field,
    shape,
    decode: shape
      ? (stored) => (stored === null ? null : declaredOnly(shape, parse(stored)))
      : decoderOf(field.storage),
    write: shape
      ? (stored) => (stored === null ? 'null' : declaredText(shape, String(stored)))
      : writerOf(field.storage),
    encode: encoderOf(field.storage),
    get schema() {
      schema ??= schemaOf(field, fieldTypes)
      return schema
    },
    get initial() {
      initial ??= initialOf(field, this.schema)
      return initial
    },
  }
}

function parse(stored: SqlValue): Json {
  return JSON.parse(String(stored)) as Json // a JSON column contains JSON
}

function schemaOf(field: FieldData, fieldTypes: Program['fieldTypes']): z.ZodType {
  const type = fieldTypes[field.kind]
  if (!type) throw new Error(`the program has no field type ${field.kind}: run cms build`)
  return type.schema(field.options, (inner) => schemaOf(inner, fieldTypes))
}

/** Returns the initial value. The default passes through the validator, which may convert it. */
function initialOf(field: ManifestField, schema: z.ZodType): Json {
  const value = field.options.default as Json | undefined // every type of field has the option `default`
  if (value !== undefined) return schema.parse(value) as Json
  return field.storage === 'join' ? [] : null
}
