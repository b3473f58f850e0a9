import type { JsonObject } from '../../json-object.ts'
import { refTo } from './collection-schemas.ts'
import type { Components } from './components.ts'

/** Returns the schema of a bulk request's body. */
export function bulkInput(collection: string): JsonObject {
  const operation = { oneOf: [creation(collection), change(collection), DELETION] }
  const operations = { type: 'array', items: operation, minItems: 1, maxItems: 500, description: ORDER }
  return { type: 'object', properties: { operations }, required: ['operations'], additionalProperties: false }
}

const ORDER =
  'At most one per document. All take effect together: a unique value that one operation frees may be taken by another.'

/** Returns the schema of a bulk response. */
export function bulkResult(components: Components): JsonObject {
  const outcome = components.schema('BulkOutcome', () => OUTCOME)
  const data = { type: 'array', items: outcome, description: 'Results, in the order of the operations in the request.' }
  return { type: 'object', properties: { data }, required: ['data'], additionalProperties: false }
}

const ID: JsonObject = { type: 'string', description: "The document's id." }
const IF_MATCH: JsonObject = { type: 'string', description: 'The `ETag` last seen, as `If-Match`.' }

function creation(collection: string): JsonObject {
  return {
    type: 'object',
    properties: { action: { const: 'create' }, data: refTo(collection, 'input') },
    required: ['action', 'data'],
    additionalProperties: false,
  }
}

function change(collection: string): JsonObject {
  return {
    type: 'object',
    description: 'Changes only the properties in `data`.',
    properties: { action: { const: 'update' }, id: ID, data: refTo(collection, 'patch'), ifMatch: IF_MATCH },
    required: ['action', 'id', 'data'],
    additionalProperties: false,
  }
}

const DELETION: JsonObject = {
  type: 'object',
  properties: { action: { const: 'delete' }, id: ID, ifMatch: IF_MATCH },
  required: ['action', 'id'],
  additionalProperties: false,
}

const OUTCOME: JsonObject = {
  type: 'object',
  properties: {
    index: { type: 'integer', minimum: 0, description: 'The position of the operation in the request.' },
    action: { type: 'string', enum: ['create', 'update', 'delete'] },
    status: {
      type: 'integer',
      enum: [200, 201, 204],
      description: 'The status that the single endpoint would have returned.',
    },
    id: { type: 'string', format: 'uuid' },
    version: { type: 'integer', minimum: 1, description: 'Absent for deletions.' },
    etag: { type: 'string', description: 'Tag of the document, to send as `If-Match`. Absent for deletions.' },
  },
  required: ['index', 'action', 'status', 'id'],
  additionalProperties: false,
}
