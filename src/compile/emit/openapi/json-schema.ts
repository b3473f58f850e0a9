import { createRequire } from 'node:module'
import * as z from 'zod'
import type { FieldData, FieldType } from '../../../fields/field-type.ts'
import type { JsonObject } from '../../json-object.ts'
import { type ConvertedSchema, isStandIn } from '../../stand-in.ts'
import { type Components, shortHash } from './components.ts'

/** Side of a schema: its input or its output. */
export type Side = 'input' | 'output'

/** Form of a value: `populated` has documents in place of references. */
type Form = Side | 'populated'

type Definitions = ConvertedSchema['definitions']

/** Converts a zod schema, of zod 4 or zod 3, to JSON Schema. Definitions become components. */
export function schemaOfZod(schema: z.ZodType, side: Side, components: Components): JsonObject {
  return place(isStandIn(schema, 'schema') ? schema[side] : convertSchema(schema, side), components)
}

/** Returns the JSON Schema of a field's value, without null. */
export function schemaOfField(
  field: FieldData,
  form: Form,
  fieldTypes: { readonly [kind: string]: FieldType },
  components: Components,
): JsonObject {
  const type = fieldTypes[field.kind]
  if (!type) throw new Error(`there is no field type ${field.kind}`)
  return place(convertField(field, form, type, fieldTypes), components)
}

const converted = new WeakMap<FieldType, Map<string, ConvertedSchema>>()

/** Options that do not affect the value. */
const ASIDE = new Set(['access', 'backfill', 'help', 'hidden', 'index', 'label', 'readOnly', 'renamedFrom', 'unique'])

/** Converts a field's schema. Fields with equal values share a result, because conversion is expensive. */
function convertField(
  field: FieldData,
  form: Form,
  type: FieldType,
  fieldTypes: { readonly [kind: string]: FieldType },
): ConvertedSchema {
  const known = converted.get(type) ?? new Map<string, ConvertedSchema>()
  converted.set(type, known)
  const key = form + JSON.stringify(Object.entries(field.options).filter(([name]) => !ASIDE.has(name)))
  const side = form === 'input' ? 'input' : 'output'
  const found = known.get(key) ?? convertSchema(validatorOf(field, form, fieldTypes), side)
  known.set(key, found)
  return found
}

function validatorOf(field: FieldData, form: Form, fieldTypes: { readonly [kind: string]: FieldType }): z.ZodType {
  const type = fieldTypes[field.kind]
  if (!type) throw new Error(`there is no field type ${field.kind}`)
  const nested = (inner: FieldData) => validatorOf(inner, form, fieldTypes)
  if (form !== 'input' && type.output) return type.output(field.options, nested)
  const plain = type.schema(field.options, nested)
  return form === 'populated' && field.options.target !== undefined ? orDocuments(plain, field.options.target) : plain
}

/** Returns a schema of an id or the document; for a list, of ids or documents. */
function orDocuments(ids: z.ZodType, target: string): z.ZodType {
  const id = ids instanceof z.ZodArray ? (ids.element as z.ZodType) : ids
  const either = z.union([id, z.unknown().meta({ $ref: refOfTarget(target) })])
  return ids instanceof z.ZodArray ? z.array(either) : either
}

/** Returns the path of the schema of a reference's target in the document. */
export function refOfTarget(target: string): string {
  return `#/components/schemas/${target === 'users' ? 'UserName' : `${target}.listed`}`
}

/** Converts a zod schema to JSON Schema with separate definitions. */
export function convertSchema(schema: z.ZodType, side: Side): ConvertedSchema {
  if (!('_zod' in schema)) return { schema: fromZod3(schema), definitions: {} }
  // Inside an object, a recursive schema gets a definition; at the root, references to it would be `#`.
  const { properties, $defs } = z.toJSONSchema(z.object({ value: schema }), {
    io: side,
    unrepresentable: 'any',
    override: refine,
  }) as unknown as { properties: { value: JsonObject }; $defs?: Definitions } // the shape just asked for
  return nameDefinitions(properties.value, $defs ?? {})
}

const require = createRequire(import.meta.url)

/** Converts a schema of zod 3, which an older plugin may use and zod 4 cannot convert. */
function fromZod3(schema: unknown): JsonObject {
  // Loaded on demand, because it takes a while and few plugins need it.
  const { zodToJsonSchema } = require('zod-to-json-schema') as typeof import('zod-to-json-schema')
  const { $schema: _, ...rest } = zodToJsonSchema(schema as Parameters<typeof zodToJsonSchema>[0], {
    $refStrategy: 'none',
    target: 'jsonSchema2019-09',
  }) as JsonObject
  return rest
}

/** Corrects or shortens what zod's converter produces. */
function refine({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  const schema = jsonSchema as Record<string, unknown>
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.minLength === 0) delete schema.minLength
  if (schema.minItems === 0) delete schema.minItems
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  const { def } = (zodSchema as { _zod: { def: PipeDefinition } })._zod // zod's description of itself
  if (def.type === 'pipe' && def.in?._zod.def.type === 'unknown' && def.out?._zod.def.type !== 'transform') {
    // A pipe from `unknown` to a schema accepts what that schema accepts.
    const taken = convertSchema(def.out as unknown as z.ZodType, 'input')
    Object.assign(schema, taken.schema, { $defs: taken.definitions })
  }
}

interface PipeDefinition {
  readonly type: string
  readonly in?: { readonly _zod: { readonly def: { readonly type: string } } }
  readonly out?: { readonly _zod: { readonly def: { readonly type: string } } }
}

const DEFINITION = '#/$defs/'

/** Gives definitions names that are unique in any document: an anonymous schema is named by its hash. */
function nameDefinitions(schema: JsonObject, definitions: Definitions): ConvertedSchema {
  const all = { ...innerDefinitions(schema), ...innerDefinitions(definitions), ...definitions }
  const names = new Map(Object.keys(all).map((name) => [name, nameOf(name, all)]))
  const rename = (value: JsonObject) => redirect(value, (name) => DEFINITION + (names.get(name) ?? name)) as JsonObject
  return {
    schema: rename(schema),
    definitions: Object.fromEntries(
      Object.entries(all).map(([name, definition]) => [
        names.get(name) ?? name,
        (names.get(name) ?? name) === JSON_NAME ? JSON_VALUE : rename(definition),
      ]),
    ),
  }
}

/** Returns the definitions that `refine` left where it inserted a schema. */
function innerDefinitions(value: unknown): Definitions {
  if (typeof value !== 'object' || value === null) return {}
  const definitions = '$defs' in value ? (value.$defs as Definitions) : {}
  return Object.assign({}, definitions, ...Object.values(value).map(innerDefinitions))
}

function nameOf(name: string, definitions: Definitions): string {
  if (!name.startsWith('__schema')) return name
  const itself = redirect(definitions[name], (other) => (other === name ? 'self' : other))
  return JSON.stringify(itself) === ANY_JSON ? JSON_NAME : `Schema-${shortHash(itself)}`
}

const JSON_NAME = 'Json'

/** JSON Schema of any JSON, without recursion, because generated recursive unions often do not compile. */
const JSON_VALUE: JsonObject = { description: 'Any JSON value.' }

/** JSON Schema that zod writes for `z.json()`. */
const ANY_JSON =
  '{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"},' +
  '{"type":"array","items":{"$ref":"self"}},{"type":"object","additionalProperties":{"$ref":"self"}}]}'

/** Moves definitions to the components and updates references. */
function place({ schema, definitions }: ConvertedSchema, components: Components): JsonObject {
  const names = new Map(
    Object.entries(definitions).map(([name, definition]) => [name, components.claim(name, definition)]),
  )
  const point = (value: JsonObject) =>
    redirect(value, (name) => `#/components/schemas/${names.get(name) ?? name}`) as JsonObject
  for (const [name, definition] of Object.entries(definitions)) {
    components.schema(names.get(name) ?? name, () => point(definition))
  }
  return point(schema)
}

/**
 * Returns a copy whose references to definitions are replaced with the results of `target`, without nested definitions.
 */
function redirect(value: unknown, target: (definition: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => redirect(item, target))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$defs')
      .map(([key, inner]) => {
        const refers = key === '$ref' && typeof inner === 'string' && inner.startsWith(DEFINITION)
        return [key, refers ? target(inner.slice(DEFINITION.length)) : redirect(inner, target)]
      }),
  )
}
