import type { ManifestCollection, ManifestField } from '../../../manifest/index.ts'
import { MOMENT, STATUSES } from './collection-schemas.ts'
import type { Components } from './components.ts'
import type { JsonObject } from './json-object.ts'

/** Every query parameter that a collection's list takes (contract, section 3). */
export function listParameters(collection: ManifestCollection, components: Components): JsonObject[] {
  return [
    ...sharedParameters(['page', 'limit'], components),
    sortParameter(collection),
    fieldsParameter(collection),
    statusParameter(collection),
    ...comparable(collection).map(filterParameter),
    ...SYSTEM_FILTERS,
    ...sharedParameters(['If-None-Match', 'pretty'], components),
  ]
}

type Shared = keyof typeof SHARED

/** Parameters that mean the same everywhere. */
export function sharedParameters(names: readonly Shared[], components: Components): JsonObject[] {
  return names.map((name) => components.parameter(name, () => SHARED[name]))
}

const SHARED = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: "The document's id." },
  version: {
    name: 'version',
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    description: 'The number of the version, from 1.',
  },
  page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 }, description: 'From 1.' },
  limit: {
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    description: 'Documents on a page.',
  },
  pretty: {
    name: 'pretty',
    in: 'query',
    schema: { type: 'string', maxLength: 0 },
    allowEmptyValue: true,
    description: 'Indents the answer.',
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'An `ETag`: when it is still right, the answer is 304 without a body.',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The `ETag` last seen: when the document has changed since, the answer is 412 and nothing happens.',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'Of your making: a repeat within 24 hours is answered as the first time, and creates nothing.',
  },
} as const satisfies Record<string, JsonObject>

/** Fields that lists can filter by. */
function comparable(collection: ManifestCollection): readonly ManifestField[] {
  return collection.fields.filter((field) => !field.hidden && field.operators.includes('eq'))
}

function sortParameter(collection: ManifestCollection): JsonObject {
  const fields = comparable(collection).filter((field) => field.storage !== 'join')
  const names = [...fields.map((field) => field.name), ...SYSTEM_FILTERS.map(({ name }) => name)]
  return {
    name: 'sort',
    in: 'query',
    schema: { type: 'string', default: '-createdAt' },
    description: `Comma-separated, a leading \`-\` descends: ${inCode(names)}.`,
  }
}

function fieldsParameter(collection: ManifestCollection): JsonObject {
  const names = collection.fields.filter((field) => !field.hidden).map((field) => field.name)
  return {
    name: 'fields',
    in: 'query',
    schema: { type: 'string', examples: [names.slice(0, 2).join(',')] },
    description: 'Comma-separated: the properties to answer; `id` always comes.',
  }
}

function statusParameter({ drafts }: ManifestCollection): JsonObject {
  return {
    name: 'status',
    in: 'query',
    schema: { type: 'string', enum: drafts ? STATUSES : ['published'] },
    description: 'For callers who are signed in; others see what is published.',
  }
}

function filterParameter(field: ManifestField): JsonObject {
  return {
    name: field.name,
    in: 'query',
    schema: { type: FILTER_TYPES[field.storage] },
    description: field.storage === 'join' ? 'Holds this id.' : 'Equals.',
  }
}

const FILTER_TYPES = {
  text: 'string',
  integer: 'integer',
  real: 'number',
  boolean: 'boolean',
  datetime: 'string',
  json: 'string',
  join: 'string',
} as const satisfies Record<ManifestField['storage'], string>

const SYSTEM_FILTERS = [
  ...['id', 'createdBy', 'updatedBy'].map((name) => ({ name, schema: { type: 'string' } })),
  ...['createdAt', 'updatedAt', 'publishedAt'].map((name) => ({ name, schema: MOMENT })),
].map((filter) => ({ ...filter, in: 'query', description: 'Equals.' }))

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
