import type { FieldType, Operator } from '../../../fields/field-type.ts'
import { COMPARED_SYSTEM_PROPERTIES, describeConditions, fieldsCompared } from '../../../manifest/describe-fields.ts'
import { populatedIn } from '../../../manifest/followed.ts'
import type { ManifestCollection, ManifestField, ManifestLocales } from '../../../manifest/index.ts'
import { type ListParameterName, parametersOf } from '../../../manifest/list-parameters.ts'
import { otherLocales } from '../../../manifest/localized.ts'
import { type ParameterWords, WORDS } from '../../../manifest/reference/reference-parts.ts'
import { TRANSLATION_STATES } from '../../../manifest/translation-state.ts'
import type { JsonObject } from '../../json-object.ts'
import { MOMENT, STATUSES } from './collection-schemas.ts'
import type { Components } from './components.ts'

/** Returns the parameters that select parts of a document. */
export function documentParameters(collection: ManifestCollection, fieldTypes: FieldTypes): JsonObject[] {
  return [FIELDS, ...populateParameter(collection, fieldTypes)]
}

type FieldTypes = { readonly [kind: string]: FieldType }

/** Returns every query parameter of a collection's list. */
export function listParameters(
  collection: ManifestCollection,
  components: Components,
  fieldTypes: FieldTypes,
): JsonObject[] {
  const names = parametersOf(collection, true) as readonly DescribedParameter[] // all except those about languages
  return [
    ...names.flatMap((name) => PARAMETERS[name](collection, components, fieldTypes)),
    ...fieldsCompared(collection).map((field) => filterParameter(field, components)),
    ...SYSTEM_FILTERS.map((filter) => conditionParameter(filter, components)),
    ...sharedParameters(['If-None-Match', 'X-D1-Bookmark', 'pretty'], components),
  ]
}

/** Parameters of lists that are described here; `locales.ts` describes the others. */
type DescribedParameter = Exclude<ListParameterName, 'locale' | 'fallback'>

type Describe = (collection: ManifestCollection, components: Components, fieldTypes: FieldTypes) => JsonObject[]

const shared =
  (name: Shared): Describe =>
  (_, components) =>
    sharedParameters([name], components)

const PARAMETERS: { readonly [Name in DescribedParameter]: Describe } = {
  page: shared('page'),
  limit: shared('limit'),
  cursor: shared('cursor'),
  count: shared('count'),
  fields: () => [FIELDS],
  populate: (collection, _, fieldTypes) => populateParameter(collection, fieldTypes),
  sort: () => [SORT],
  q: () => [{ name: 'q', in: 'query', schema: { type: 'string', maxLength: 200 }, ...wordsAbout('search') }],
  status: (collection, components) => [statusParameter(collection, components)],
  translation: ({ locales }) => (locales ? [translationParameter(locales)] : []),
  or: (_, components) => [orParameter(components)],
}

type Shared = keyof typeof SHARED

/** Returns references to parameters that are the same in all endpoints. */
export function sharedParameters(names: readonly Shared[], components: Components): JsonObject[] {
  return names.map((name) => components.parameter(name, () => SHARED[name]))
}

const SHARED = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: "The document's id." },
  version: {
    name: 'version',
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^[1-9][0-9]*(\\.[1-9][0-9]*)?$' },
    description: 'The number of the version, from 1; of a pending change, `<version>.<draft>`.',
  },
  draft: {
    name: 'draft',
    in: 'query',
    schema: { type: 'string', enum: ['true'] },
    description:
      'Uses the pending changes to a published document, which only callers who may edit it can see. The published document does not change.',
  },
  page: {
    name: 'page',
    in: 'query',
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'Number of the page, from 1.',
  },
  limit: {
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    description: 'Maximum number of documents per page.',
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    schema: { type: 'string' },
    description:
      'The `nextCursor` of the previous page, or the `prevCursor` of the next: returns the documents after or before it, whatever has been created or deleted since. Keep sort and conditions the same; cannot be combined with `page`. Ranks of a search change with the documents.',
  },
  count: {
    name: 'count',
    in: 'query',
    schema: { type: 'string', enum: ['exact', 'none'] },
    description: 'Whether to return a `total`. Default: `exact` with `page`, `none` with `cursor`.',
  },
  pretty: {
    name: 'pretty',
    in: 'query',
    schema: { type: 'string', maxLength: 0 },
    allowEmptyValue: true,
    description: 'Indents the response.',
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'An `ETag`: if it is still current, the response is 304 without a body.',
  },
  'X-D1-Bookmark': {
    name: 'X-D1-Bookmark',
    in: 'header',
    schema: { type: 'string' },
    description: 'The value of this header in an earlier response: the data read is at least as recent.',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The `ETag` last seen: if the document has changed since, the response is 412 and nothing happens.',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'A key that you choose: a repeat within 24 hours returns the first response, and creates nothing.',
  },
} as const satisfies Record<string, JsonObject>

/** Marks a parameter whose description names fields: each caller only sees those that they may know. */
function wordsAbout(about: ParameterWords): JsonObject {
  return { [WORDS]: about }
}

const SORT: JsonObject = {
  name: 'sort',
  in: 'query',
  schema: { type: 'string', examples: ['-createdAt'] },
  ...wordsAbout('sort'),
}

const FIELDS: JsonObject = {
  name: 'fields',
  in: 'query',
  schema: { type: 'string' },
  description: 'Comma-separated: the properties to return; `id` is always included.',
  ...wordsAbout('fields'),
}

function statusParameter({ drafts }: ManifestCollection, components: Components): JsonObject {
  const type: JsonObject = { type: 'string', enum: drafts ? STATUSES : ['published'] }
  const words = 'For signed-in callers; others see published documents.'
  return conditionParameter({ name: 'status', type, operators: ['eq', 'ne', 'in', 'nin'], words }, components)
}

function populateParameter(collection: ManifestCollection, fieldTypes: FieldTypes): JsonObject[] {
  if (populatedIn(collection, fieldTypes).length === 0) return []
  return [{ name: 'populate', in: 'query', schema: { type: 'string' }, ...wordsAbout('populate') }]
}

function translationParameter(locales: ManifestLocales): JsonObject {
  const others = otherLocales(locales)
  const states = others.flatMap((locale) => TRANSLATION_STATES.map((state) => `${locale}:${state}`))
  return {
    name: 'translation',
    in: 'query',
    schema: { type: 'string', enum: states },
    description:
      'For signed-in callers: documents whose translation is missing, outdated (older than its original) or current.',
  }
}

interface Filtered {
  readonly name: string
  readonly type: JsonObject
  readonly operators: readonly Operator[]
  readonly words?: string
}

function filterParameter(field: ManifestField, components: Components): JsonObject {
  const type = field.kind === 'date' ? DAY : FILTER_TYPES[field.storage]
  const { name, operators } = field
  return { ...deepObject({ name, type, operators }, components), ...wordsAbout({ field: name }) }
}

function conditionParameter(filtered: Filtered, components: Components): JsonObject {
  const { name, operators, words = 'A value to equal, or conditions.' } = filtered
  return { ...deepObject(filtered, components), description: describeConditions(name, operators, words) }
}

/**
 * Returns the parameter of a field's conditions: `name=…` for equality, and `name[operator]=…`, which OpenAPI calls a
 * deep object.
 */
function deepObject({ name, type, operators }: Filtered, components: Components): JsonObject {
  return {
    name,
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: { anyOf: [type, conditions(type, operators, components)] },
  }
}

/** Returns the schema of conditions, which is shared by all fields of a kind. */
function conditions(type: JsonObject, operators: readonly Operator[], components: Components): JsonObject {
  const kind = type.enum ? 'status' : String(type.format ?? type.type)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(operators.map((operator) => [operator, OPERANDS[operator] ?? type])),
    additionalProperties: false,
  }
  return components.schema(components.claim(`Conditions.${kind}`, schema), () => schema)
}

const DAY: JsonObject = { type: 'string', format: 'date', description: 'Times are compared by their day in UTC.' }
const TEXT: JsonObject = { type: 'string' }
const SEVERAL: JsonObject = {
  type: 'string',
  description:
    'Comma-separated, at most 50 values; `\\,` is a comma within a value. If the parameter is repeated, each occurrence is one value, commas included. If the name ends in `[]`, an empty value is the empty list.',
}
const OPERANDS: { readonly [Name in Operator]?: JsonObject } = {
  in: SEVERAL,
  nin: SEVERAL,
  contains: TEXT,
  startsWith: TEXT,
  endsWith: TEXT,
  null: { type: 'boolean' },
}

function orParameter(components: Components): JsonObject {
  const group = components.schema('ConditionGroup', () => ({
    type: 'object',
    description: 'Conditions by field, or by reference and field; all of them must match.',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] },
  }))
  return {
    name: 'or',
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: {
      type: 'object',
      patternProperties: { '^[0-9]{1,3}$': group },
      maxProperties: 10,
      additionalProperties: false,
    },
    description:
      'Groups of conditions, at most 10; at least one group must match, in addition to all other conditions: `or[0][title][contains]=a&or[1][kind]=b`. A query has at most 20 conditions.',
  }
}

const FILTER_TYPES: { readonly [Storage in ManifestField['storage']]: JsonObject } = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  real: { type: 'number' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string', format: 'date-time' },
  json: { type: 'string' },
  join: { type: 'string' },
}

const COMPARED: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']

const USER_ID = { type: { type: 'string' }, operators: ['eq', 'ne', 'in', 'nin', 'null'] } as const
const TIME = { type: MOMENT, operators: COMPARED } as const
const OPTIONAL_TIME = { type: MOMENT, operators: [...COMPARED, 'null'] } as const

const SYSTEM_TYPES: { readonly [Name in (typeof COMPARED_SYSTEM_PROPERTIES)[number]]: Omit<Filtered, 'name'> } = {
  id: { type: { type: 'string' }, operators: COMPARED },
  createdBy: USER_ID,
  updatedBy: USER_ID,
  createdAt: TIME,
  updatedAt: TIME,
  publishedAt: OPTIONAL_TIME,
  scheduledAt: OPTIONAL_TIME,
  version: { type: { type: 'integer' }, operators: COMPARED },
}

const SYSTEM_FILTERS: readonly Filtered[] = COMPARED_SYSTEM_PROPERTIES.map((name) => ({ name, ...SYSTEM_TYPES[name] }))
