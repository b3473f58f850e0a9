import { createRequire } from 'node:module'
import * as z from 'zod'
import type { FieldData, FieldType } from '../../../fields/field-type.ts'
import type { JsonObject } from '../../json-object.ts'
import { type ConvertedSchema, isStandIn } from '../../stand-in.ts'
import { type Components, shortHash } from './components.ts'

/** Side of a validator: what it takes, or what it puts out. */
export type Side = 'input' | 'output'

/** A value as it is answered: of references inside it the documents, where they are populated. */
type Form = Side | 'populated'

type Definitions = ConvertedSchema['definitions']

/** The JSON Schema of a zod schema, zod 4 or zod 3, or of what stands in for one; definitions go to the components. */
export function schemaOfZod(schema: z.ZodType, side: Side, components: Components): JsonObject {
  return place(isStandIn(schema, 'schema') ? schema[side] : convertSchema(schema, side), components)
}

/** The JSON Schema of a field's value that is not null. */
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

/** Options that say nothing about a value. */
const ASIDE = new Set(['access', 'backfill', 'help', 'hidden', 'index', 'label', 'readOnly', 'renamedFrom', 'unique'])

/** Fields whose values are alike share a schema: converting one costs more than everything around it. */
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

/** An id, or the document that it stands for; of a list each. */
function orDocuments(ids: z.ZodType, target: string): z.ZodType {
  const id = ids instanceof z.ZodArray ? (ids.element as z.ZodType) : ids
  const either = z.union([id, z.unknown().meta({ $ref: refOfTarget(target) })])
  return ids instanceof z.ZodArray ? z.array(either) : either
}

/** Place where the schema of what a reference points to stands in the document. */
export function refOfTarget(target: string): string {
  return `#/components/schemas/${target === 'users' ? 'UserName' : `${target}.listed`}`
}

/** A zod schema as JSON Schema, its definitions beside it. */
export function convertSchema(schema: z.ZodType, side: Side): ConvertedSchema {
  if (!('_zod' in schema)) return { schema: fromZod3(schema), definitions: {} }
  // Inside an object a schema that contains itself gets a definition; at the root it would be `#`.
  const { properties, $defs } = z.toJSONSchema(z.object({ value: schema }), {
    io: side,
    unrepresentable: 'any',
    override: refine,
  }) as unknown as { properties: { value: JsonObject }; $defs?: Definitions } // the shape just asked for
  return nameDefinitions(properties.value, $defs ?? {})
}

const require = createRequire(import.meta.url)

/** A schema of zod 3, which an older plugin may bring; zod's own converter does not know it. */
function fromZod3(schema: unknown): JsonObject {
  // Loaded on demand: it takes a while, and few plugins are that old.
  const { zodToJsonSchema } = require('zod-to-json-schema') as typeof import('zod-to-json-schema')
  const { $schema: _, ...rest } = zodToJsonSchema(schema as Parameters<typeof zodToJsonSchema>[0], {
    $refStrategy: 'none',
    target: 'jsonSchema2019-09',
  }) as JsonObject
  return rest
}

/** Says in fewer words, or at all, what zod's converter does not. */
function refine({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  const schema = jsonSchema as Record<string, unknown>
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.minLength === 0) delete schema.minLength
  if (schema.minItems === 0) delete schema.minItems
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  const { def } = (zodSchema as { _zod: { def: PipeDefinition } })._zod // zod's description of itself
  if (def.type === 'pipe' && def.in?._zod.def.type === 'unknown' && def.out?._zod.def.type !== 'transform') {
    // What takes anything and hands it to a validator takes what that validator takes.
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

/** Gives definitions names that hold in any document: a schema without a name of its own is called by what it is. */
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

/** Definitions that `refine` left where it put a schema. */
function innerDefinitions(value: unknown): Definitions {
  if (typeof value !== 'object' || value === null) return {}
  const own = '$defs' in value ? (value.$defs as Definitions) : {}
  return Object.assign({}, own, ...Object.values(value).map(innerDefinitions))
}

function nameOf(name: string, definitions: Definitions): string {
  if (!name.startsWith('__schema')) return name
  const itself = redirect(definitions[name], (other) => (other === name ? 'self' : other))
  return JSON.stringify(itself) === ANY_JSON ? JSON_NAME : `Schema-${shortHash(itself)}`
}

const JSON_NAME = 'Json'

/** Said without recursion: types that generators make of a union that contains itself do not compile. */
const JSON_VALUE: JsonObject = { description: 'Any JSON value.' }

/** JSON Schema that zod writes for `z.json()`. */
const ANY_JSON =
  '{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"},' +
  '{"type":"array","items":{"$ref":"self"}},{"type":"object","additionalProperties":{"$ref":"self"}}]}'

/** Moves definitions to the components and points references there. */
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

/** A copy whose references to definitions say what `target` answers, without definitions inside. */
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
