import type { FieldData, FieldType } from '../../../fields/field-type.ts'
import { isMadeSlug } from '../../../fields/slug/slug.ts'
import { describeReference, fieldsShown } from '../../../manifest/describe-fields.ts'
import { followedFrom, isFollowed } from '../../../manifest/followed.ts'
import type { ManifestCollection, ManifestField } from '../../../manifest/index.ts'
import { type PropertyWords, WORDS } from '../../../manifest/reference/reference-parts.ts'
import type { JsonObject } from '../../json-object.ts'
import { describeAccess } from './access.ts'
import type { Components } from './components.ts'
import { refOfTarget, type Side, schemaOfField } from './json-schema.ts'

type FieldTypes = { readonly [kind: string]: FieldType }

/**
 * Adds the schemas of a collection's endpoints: `posts` (a document), `posts.listed` (a document as it is read: only
 * some properties, references populated or not), `posts.input` (create and replace), `posts.patch` and `posts.version`.
 * @returns their names, and whether each is for requests
 */
export function collectionSchemas(
  collection: ManifestCollection,
  fieldTypes: FieldTypes,
  components: Components,
): readonly { readonly name: string; readonly isInput: boolean }[] {
  const { name } = collection
  const document = documentProperties(collection, fieldTypes, components)
  components.schema(name, () => ({
    ...readSchema(collection, document),
    required: Object.keys(document).filter(
      (property) => isAlwaysShown(property, collection) && document[property] !== HAS_DRAFT,
    ),
  }))
  const listed = listedProperties(collection, document, fieldTypes, components)
  components.schema(`${name}.listed`, () => readSchema(collection, listed))
  const input = inputProperties(collection, fieldTypes, components)
  components.schema(`${name}.input`, () => ({
    type: 'object',
    properties: input,
    required: collection.fields.filter((field) => field.name in input && mustBeGiven(field)).map((field) => field.name),
    additionalProperties: false,
  }))
  components.schema(`${name}.patch`, () => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(input).map(([property, schema]) => {
        const field = collection.fields.find(({ name: fieldName }) => fieldName === property)
        return [property, withoutDefault(field ? inParts(schema, field, fieldTypes) : schema)]
      }),
    ),
    additionalProperties: false,
  }))
  components.schema(`${name}.version`, () => versionSchema(collection, listed))
  return [
    ...[name, `${name}.listed`, `${name}.version`].map((shown) => ({ name: shown, isInput: false })),
    ...[`${name}.input`, `${name}.patch`].map((schemaName) => ({ name: schemaName, isInput: true })),
  ]
}

/** Returns a reference to one of a collection's schemas. */
export function refTo(collection: string, kind: 'document' | 'listed' | 'input' | 'patch' | 'version'): JsonObject {
  return { $ref: `#/components/schemas/${kind === 'document' ? collection : `${collection}.${kind}`}` }
}

export const STATUSES = ['draft', 'published', 'scheduled'] as const

export const MOMENT: JsonObject = { type: 'string', format: 'date-time' }

/** Returns the properties of a document, in the order of a response. */
function documentProperties(
  collection: ManifestCollection,
  fieldTypes: FieldTypes,
  components: Components,
): Readonly<Record<string, JsonObject>> {
  const shown = fieldsShown(collection)
  return {
    id: { type: 'string', format: 'uuid' },
    status: { type: 'string', enum: collection.drafts ? STATUSES : ['published'] },
    ...Object.fromEntries(
      shown.map((field) => [field.name, fieldSchema(field, 'output', fieldTypes, components)] as const),
    ),
    createdAt: MOMENT,
    updatedAt: MOMENT,
    publishedAt: nullable({ ...MOMENT, description: 'Kept if the document becomes a draft again.' }),
    scheduledAt: nullable(MOMENT),
    createdBy: nullable({ type: 'string', description: "A user's id." }),
    updatedBy: nullable({ type: 'string', description: "A user's id." }),
    version: { type: 'integer', minimum: 1 },
    ...(collection.drafts && { hasDraft: HAS_DRAFT }),
  }
}

const HAS_DRAFT: JsonObject = {
  type: 'boolean',
  description: 'Whether there are pending changes; only for signed-in callers.',
}

function inputProperties(
  collection: ManifestCollection,
  fieldTypes: FieldTypes,
  components: Components,
): Readonly<Record<string, JsonObject>> {
  const taken = collection.fields.filter((field) => !field.readOnly && field.access.write?.kind !== 'nobody')
  return {
    ...Object.fromEntries(
      taken.map((field) => [field.name, fieldSchema(field, 'input', fieldTypes, components)] as const),
    ),
    ...(collection.drafts ? DRAFT_INPUT : { status: { type: 'string', enum: ['published'] }, publishedAt: DATE_INPUT }),
  }
}

const DATE_INPUT = nullable({
  ...MOMENT,
  description:
    'Time of publication, not in the future; only callers who may publish can send it. If omitted, the value is kept, or set at publication. `null`: the next publication sets it again.',
})

const DRAFT_INPUT = {
  status: { type: 'string', enum: STATUSES, description: 'Default for a new document: `draft`.' },
  scheduledAt: nullable({
    ...MOMENT,
    description: 'Time of the next publication, in the future; required with the status `scheduled`.',
  }),
  publishedAt: DATE_INPUT,
}

function fieldSchema(field: ManifestField, side: Side, fieldTypes: FieldTypes, components: Components): JsonObject {
  const value = schemaOfField(field, side, fieldTypes, components)
  const schema = field.required
    ? value
    : side === 'output' && field.storage === 'join'
      ? orEmpty(value)
      : nullable(value)
  const rule = side === 'output' ? field.access.read : field.access.write
  const after = rule === null ? null : `${side === 'output' ? 'Shown to' : 'Can be set by'}: ${describeAccess(rule)}.`
  const initial = side === 'input' && field.options.default !== undefined ? { default: field.options.default } : {}
  return {
    ...schema,
    ...describing(field, side, after),
    ...initial,
    ...(rule === null ? {} : { 'x-access': rule }),
    ...(field.options.localized === true && { 'x-localized': true }),
    'x-field-type': field.kind,
  }
}

/**
 * Returns the description of a field. If it names other fields, each caller sees only those that the caller may know.
 */
function describing(field: ManifestField, side: Side, after: string | null): JsonObject {
  const words: PropertyWords = { before: field.help, side, after }
  if (describeReference(field, side) !== null) return { [WORDS]: words }
  const sentences = [field.help, after].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? {} : { description: sentences.join(' ') }
}

/** Tells whether all callers see a property. A field may have its own read rule. */
function isAlwaysShown(property: string, { fields }: ManifestCollection): boolean {
  return fields.find((field) => field.name === property)?.access.read == null
}

function mustBeGiven(field: ManifestField): boolean {
  return field.required && field.options.default === undefined && !isMadeSlug(field)
}

function nullable(schema: JsonObject): JsonObject {
  if (typeof schema.type === 'string' && !('const' in schema)) {
    const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
    return { ...schema, ...values, type: [schema.type, 'null'] }
  }
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** Allows an empty list of references, which responses contain in place of null. */
function orEmpty({ minItems: _, ...schema }: JsonObject): JsonObject {
  return schema
}

function withoutDefault({ default: _, ...schema }: JsonObject): JsonObject {
  return schema
}

/**
 * Makes the parts of a group optional, because a change may contain some of them; all other values are replaced as a
 * whole.
 */
function inParts(schema: JsonObject, field: FieldData, fieldTypes: FieldTypes): JsonObject {
  const parts = fieldTypes[field.kind]?.parts?.(field.options)
  if (parts?.kind !== 'object') return schema
  const { required: _, properties = {}, ...rest } = schema as JsonObject & { properties?: Record<string, JsonObject> }
  const inner = Object.entries(properties).map(([name, part]) => {
    const partField = parts.fields.find((part) => part.name === name)
    return [name, partField ? inParts(part, partField, fieldTypes) : part] as const
  })
  return { ...rest, properties: Object.fromEntries(inner) }
}

/**
 * Returns the schema of a document as it is read: with `fields` only some properties, and documents in place of
 * populated references.
 */
function readSchema({ description }: ManifestCollection, properties: Properties): JsonObject {
  return {
    type: 'object',
    ...(description === null ? {} : { description }),
    properties,
    required: ['id'],
    additionalProperties: false,
  }
}

/** Returns the schema of an old version: a field that was added later is null, even if it is required now. */
function versionSchema({ fields }: ManifestCollection, properties: Properties): JsonObject {
  const shape = (property: string, today: JsonObject) =>
    fields.some((field) => field.name === property && field.required) ? { anyOf: [today, { type: 'null' }] } : today
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([, today]) => today !== HAS_DRAFT)
        .map(([name, today]) => [name, shape(name, today)]),
    ),
    required: ['id'],
    additionalProperties: false,
  }
}

type Properties = Readonly<Record<string, JsonObject>>

/**
 * Returns properties with documents in place of references. They are inlined, because client generators fail on longer
 * `$ref`s.
 */
function listedProperties(
  { fields }: ManifestCollection,
  document: Properties,
  fieldTypes: FieldTypes,
  components: Components,
): Properties {
  const shape = (property: string, plain: JsonObject) => {
    const field = fields.find((candidate) => candidate.name === property)
    if (!field) return plain
    if (isFollowed(field)) return populatedReference(plain, field, components)
    const followed = followedFrom(field, fieldTypes)
    if (followed.length === 0) return plain
    addUserName(followed, components)
    return { anyOf: [plain, schemaOfField(field, 'populated', fieldTypes, components)] }
  }
  return Object.fromEntries(Object.entries(document).map(([name, plain]) => [name, shape(name, plain)]))
}

function populatedReference(plain: JsonObject, field: ManifestField, components: Components): JsonObject {
  const target = { $ref: refOfTarget(field.target ?? '') }
  addUserName([{ target: field.target }], components)
  if (field.storage !== 'join') return { anyOf: [plain, target] }
  return { anyOf: [plain, { type: 'array', items: { anyOf: [{ type: 'string' }, target] } }] }
}

function addUserName(followed: readonly { readonly target: string | null }[], components: Components): void {
  if (followed.some(({ target }) => target === 'users')) components.schema('UserName', () => USER_NAME)
}

const USER_NAME: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    username: { type: 'string' },
    firstName: { type: ['string', 'null'] },
    lastName: { type: ['string', 'null'] },
  },
  required: ['id', 'username', 'firstName', 'lastName'],
  additionalProperties: false,
}
