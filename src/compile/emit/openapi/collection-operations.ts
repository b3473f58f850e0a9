import type { ErrorCode } from '../../../config/errors.ts'
import type { FieldType } from '../../../fields/field-type.ts'
import { documentParametersOf } from '../../../manifest/document-parameters.ts'
import type { CollectionOperation, ManifestCollection, ManifestRoute } from '../../../manifest/index.ts'
import type { JsonObject } from '../../json-object.ts'
import { accessMembers, describeAccess, describeReadAccess, openAccess } from './access.ts'
import { bulkInput, bulkResult } from './bulk-schemas.ts'
import { MOMENT, refTo, STATUSES } from './collection-schemas.ts'
import type { Components } from './components.ts'
import { LOCALE_DESCRIPTION, localeParameters, takesLocale, withContentLanguage } from './locales.ts'
import { documentParameters, listParameters, sharedParameters } from './parameters.ts'
import { problemResponses } from './problems.ts'
import { JSON_BODY, NO_BODY, runtimeProblems } from './runtime-problems.ts'

type FieldTypes = { readonly [kind: string]: FieldType }

type CollectionRoute = ManifestRoute & { readonly handler: CollectionOperation }

export function isCollectionRoute(route: ManifestRoute): route is CollectionRoute {
  return Object.hasOwn(OPERATIONS, route.handler)
}

/** Returns the operation of a generated endpoint. */
export function collectionOperation(
  route: CollectionRoute,
  collection: ManifestCollection,
  components: Components,
  fieldTypes: FieldTypes,
): JsonObject {
  const operation = OPERATIONS[route.handler](collection, components, fieldTypes)
  const { summary, body, problems } = operation
  const { locales } = takesLocale(route.handler) ? collection : {}
  const parameters = [...operation.parameters, ...(locales ? localeParameters(locales, components) : [])]
  const success = locales ? withContentLanguage(operation.success, components) : operation.success
  const rule = openAccess(route.access, collection)
  const access = ['list', 'read'].includes(route.handler) ? describeReadAccess(collection) : describeAccess(rule)
  return {
    operationId: `${route.handler}_${collection.name}`,
    tags: [collection.name],
    summary,
    description: `Access: ${access}.${describeCache(route)}${locales ? LOCALE_DESCRIPTION : ''}`,
    ...accessMembers(rule),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...success,
      ...problemResponses(
        [...runtimeProblems({ ...route, access: rule }, body ? JSON_BODY : NO_BODY), ...problems],
        components,
      ),
    },
  }
}

/** Describes the cache rule in a sentence after a space; empty without one. */
export function describeCache({ cache }: ManifestRoute): string {
  if (cache === null) return ''
  if (cache.ttl === 0) return ' Caches may store the response to anonymous callers, and must revalidate it each time.'
  const { ttl, staleWhileRevalidate = 0 } = cache
  const more =
    staleWhileRevalidate > 0 ? `, and serve it for ${staleWhileRevalidate} s more while they revalidate it` : ''
  return ` Caches may store the response to anonymous callers for ${ttl} s${more}.`
}

interface Operation {
  readonly summary: string
  readonly parameters: readonly JsonObject[]
  readonly body?: JsonObject
  readonly success: JsonObject
  readonly problems: readonly ErrorCode[]
}

const PREVIEW: JsonObject = {
  name: 'preview',
  in: 'query',
  description: 'The token of a preview, created in the admin: returns the document even if it is not published.',
  schema: { type: 'string' },
}

function previewParameter(collection: ManifestCollection): JsonObject[] {
  return documentParametersOf(collection).includes('preview') ? [PREVIEW] : []
}

const OPERATIONS: {
  readonly [Name in CollectionOperation]: (
    collection: ManifestCollection,
    components: Components,
    fieldTypes: FieldTypes,
  ) => Operation
} = {
  list: (collection, components, fieldTypes) => ({
    summary: `List ${collection.label.toLowerCase()}`,
    parameters: listParameters(collection, components, fieldTypes),
    success: {
      200: response('A page of documents.', listSchema(refTo(collection.name, 'listed'), components), KEPT, components),
      304: notModified(components),
    },
    problems: [],
  }),
  read: (collection, components, fieldTypes) => ({
    summary: 'Read one document',
    parameters: [
      ...sharedParameters(['id'], components),
      ...documentParameters(collection, fieldTypes),
      ...previewParameter(collection),
      ...draftParameter(collection, components),
      ...sharedParameters(['If-None-Match', 'X-D1-Bookmark', 'pretty'], components),
    ],
    success: {
      200: response('The document.', dataSchema(refTo(collection.name, 'listed')), KEPT, components),
      304: notModified(components),
    },
    problems: ['not_found'],
  }),
  create: ({ name, singleton }, components) => ({
    summary: singleton ? 'Create the one document' : 'Create a document',
    parameters: sharedParameters(['Idempotency-Key', 'pretty'], components),
    body: refTo(name, 'input'),
    success: { 201: documentResponse('Created.', name, components, [...CHANGED, 'Location', 'Idempotent-Replayed']) },
    problems: ['conflict'],
  }),
  bulk: ({ name }, components) => ({
    summary: 'Create, change and delete documents, all of them or none',
    parameters: sharedParameters(['Idempotency-Key', 'pretty'], components),
    body: bulkInput(name),
    success: {
      200: response(
        'The result of each operation.',
        bulkResult(components),
        ['X-D1-Bookmark', 'Idempotent-Replayed'],
        components,
      ),
    },
    problems: [...CHANGE_PROBLEMS, 'in_use'],
  }),
  replace: (collection, components) => ({
    summary: 'Replace a document: omitted fields take their default, or null',
    parameters: [
      ...sharedParameters(['id'], components),
      ...draftParameter(collection, components),
      ...sharedParameters(['If-Match', 'pretty'], components),
    ],
    body: refTo(collection.name, 'input'),
    success: { 200: documentResponse('Replaced.', collection.name, components, CHANGED) },
    problems: CHANGE_PROBLEMS,
  }),
  update: (collection, components) => ({
    summary: 'Change the properties that are sent',
    parameters: [
      ...sharedParameters(['id'], components),
      ...draftParameter(collection, components),
      ...sharedParameters(['If-Match', 'pretty'], components),
    ],
    body: refTo(collection.name, 'patch'),
    success: { 200: documentResponse('Changed.', collection.name, components, CHANGED) },
    problems: CHANGE_PROBLEMS,
  }),
  delete: ({ trash }, components) => ({
    summary: trash ? `Move a document to the trash, for ${trash.days} days` : 'Delete a document',
    parameters: sharedParameters(['id', 'If-Match'], components),
    success: { 204: response('Deleted.', null, ['X-D1-Bookmark'], components) },
    problems: ['not_found', 'in_use', 'precondition_failed'],
  }),
  versions: (_collection, components) => ({
    summary: 'List the versions of a document, newest first',
    parameters: sharedParameters(['id', 'page', 'limit', 'If-None-Match', 'pretty'], components),
    success: {
      200: response(
        'A page of versions.',
        listSchema(
          components.schema('Version', () => VERSION),
          components,
        ),
        ['ETag'],
        components,
      ),
      304: unchanged(components),
    },
    problems: ['not_found'],
  }),
  version: (collection, components, fieldTypes) => ({
    summary: 'Read one version of a document',
    parameters: [
      ...sharedParameters(['id', 'version'], components),
      ...documentParameters(collection, fieldTypes),
      ...previewParameter(collection),
      ...sharedParameters(['If-None-Match', 'pretty'], components),
    ],
    success: {
      200: response(
        'The document in this version.',
        dataSchema(refTo(collection.name, 'version')),
        ['ETag'],
        components,
      ),
      304: unchanged(components),
    },
    problems: ['not_found'],
  }),
  restore: (collection, components) => ({
    summary: 'Restore a version, as a new version',
    parameters: [
      ...sharedParameters(['id', 'version'], components),
      ...draftParameter(collection, components),
      ...sharedParameters(['If-Match', 'Idempotency-Key', 'pretty'], components),
    ],
    success: { 200: documentResponse('Restored.', collection.name, components, [...CHANGED, 'Idempotent-Replayed']) },
    problems: ['validation_failed', ...CHANGE_PROBLEMS],
  }),
  name: (_collection, components) => ({
    summary: 'Name a version, so that it is kept, or remove its name',
    parameters: sharedParameters(['id', 'version', 'pretty'], components),
    body: NAME,
    success: { 200: response('Named.', dataSchema(NAMED), ['X-D1-Bookmark'], components) },
    problems: ['validation_failed', 'not_found', 'conflict'],
  }),
  publish: ({ name }, components) => ({
    summary: 'Publish the pending changes to a document, or the document itself',
    parameters: sharedParameters(['id', 'If-Match', 'Idempotency-Key', 'pretty'], components),
    success: { 200: documentResponse('Published.', name, components, [...CHANGED, 'Idempotent-Replayed']) },
    problems: ['validation_failed', ...CHANGE_PROBLEMS],
  }),
  discard: (_collection, components) => ({
    summary: 'Discard the pending changes to a published document',
    parameters: sharedParameters(['id', 'If-Match'], components),
    success: { 204: response('Discarded.', null, ['X-D1-Bookmark'], components) },
    problems: ['not_found', 'precondition_failed'],
  }),
  trash: ({ name }, components) => ({
    summary: 'List the documents in the trash that you may restore, last deleted first',
    parameters: sharedParameters(['limit', 'cursor', 'If-None-Match', 'pretty'], components),
    success: {
      200: response('A page of the trash.', listSchema(trashEntry(name), components), ['ETag'], components),
      304: unchanged(components),
    },
    problems: [],
  }),
  recover: ({ name }, components) => ({
    summary: 'Restore a document from the trash, with everything that was deleted with it',
    parameters: sharedParameters(['id', 'Idempotency-Key', 'pretty'], components),
    success: { 200: documentResponse('Restored.', name, components, [...CHANGED, 'Idempotent-Replayed']) },
    problems: ['validation_failed', 'not_found', 'conflict'],
  }),
  purge: (_collection, components) => ({
    summary: 'Delete a document in the trash permanently, with everything that was deleted with it',
    parameters: sharedParameters(['id'], components),
    success: { 204: response('Deleted.', null, ['X-D1-Bookmark'], components) },
    problems: ['not_found'],
  }),
}

function trashEntry(collection: string): JsonObject {
  return {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      deletedAt: MOMENT,
      deletedBy: { type: ['string', 'null'], description: "A user's id." },
      expiresAt: { ...MOMENT, description: 'Time at which the document will be deleted permanently.' },
      deletedWith: {
        type: ['string', 'null'],
        format: 'uuid',
        description: 'The document that this one was deleted with. Restoring that document restores both.',
      },
      document: refTo(collection, 'document'),
    },
    required: ['id', 'deletedAt', 'deletedBy', 'expiresAt', 'deletedWith', 'document'],
    additionalProperties: false,
  }
}

/** Returns the parameter for operations on a document with its pending changes; none without drafts. */
function draftParameter(collection: ManifestCollection, components: Components): JsonObject[] {
  return documentParametersOf(collection).includes('draft') ? sharedParameters(['draft'], components) : []
}

/** Headers of a response that a cache may store. */
const KEPT = ['ETag', 'X-Cache-Status', 'X-Cache-Source', 'X-Cache-TTL'] as const satisfies readonly HeaderName[]

/** Headers of a response to a change. */
const CHANGED = ['ETag', 'X-D1-Bookmark'] as const satisfies readonly HeaderName[]

const CHANGE_PROBLEMS: readonly ErrorCode[] = ['not_found', 'conflict', 'invalid_transition', 'precondition_failed']

type HeaderName = Parameters<Components['header']>[0]

/**
 * Returns a successful response. `schema` is `null` for a response without a body; for a body that is not JSON, its
 * `contentMediaType` is the media type.
 */
export function response(
  description: string,
  schema: JsonObject | null,
  headers: readonly HeaderName[],
  components: Components,
): JsonObject {
  const names: readonly HeaderName[] = ['X-Request-Id', ...headers]
  return {
    description,
    headers: Object.fromEntries(names.map((name) => [name, components.header(name)])),
    ...(schema === null ? {} : { content: { [String(schema.contentMediaType ?? 'application/json')]: { schema } } }),
  }
}

function documentResponse(
  description: string,
  collection: string,
  components: Components,
  headers: readonly HeaderName[] = ['ETag'],
): JsonObject {
  return response(description, dataSchema(refTo(collection, 'document')), headers, components)
}

function notModified(components: Components): JsonObject {
  return response('The version in `If-None-Match` is still current.', null, KEPT, components)
}

/** Returns the 304 response of an endpoint that only private caches may store. */
function unchanged(components: Components): JsonObject {
  return response('The version in `If-None-Match` is still current.', null, ['ETag'], components)
}

function dataSchema(data: JsonObject): JsonObject {
  return { type: 'object', properties: { data }, required: ['data'], additionalProperties: false }
}

function listSchema(items: JsonObject, components: Components): JsonObject {
  const pagination = components.schema('Pagination', () => PAGINATION)
  return {
    type: 'object',
    properties: { data: { type: 'array', items }, pagination },
    required: ['data', 'pagination'],
    additionalProperties: false,
  }
}

const VERSION: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    status: { type: 'string', enum: STATUSES },
    updatedAt: MOMENT,
    updatedBy: { type: ['string', 'null'], description: "A user's id." },
    version: { type: 'integer', minimum: 1 },
    draft: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Number of a pending change that began with this version. Read it as `<version>.<draft>`.',
    },
    name: { type: ['string', 'null'] },
  },
  required: ['id', 'status', 'updatedAt', 'updatedBy', 'version', 'draft', 'name'],
  additionalProperties: false,
}

const VERSION_NAME = { type: ['string', 'null'], minLength: 1, maxLength: 100 }

const NAME: JsonObject = {
  type: 'object',
  properties: { name: VERSION_NAME },
  required: ['name'],
  additionalProperties: false,
}

const NAMED: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    version: { type: 'integer', minimum: 1 },
    draft: { type: ['integer', 'null'], minimum: 1 },
    name: VERSION_NAME,
  },
  required: ['id', 'version', 'draft', 'name'],
  additionalProperties: false,
}

const PAGINATION: JsonObject = {
  type: 'object',
  properties: {
    page: {
      type: 'integer',
      minimum: 1,
      description: 'Absent in the response to a request with `cursor`, unless `count` is `exact`.',
    },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    total: { type: 'integer', minimum: 0, description: 'Absent if documents were not counted.' },
    totalPages: { type: 'integer', minimum: 0 },
    hasNext: { type: 'boolean' },
    hasPrev: { type: 'boolean' },
    nextCursor: {
      type: ['string', 'null'],
      description: 'Send it as `cursor` to read the next page; null on the last page.',
    },
    prevCursor: {
      type: ['string', 'null'],
      description:
        'Send it as `cursor` to read the previous page; null on the first page and in ranked searches. Only in the response to a request with `cursor`.',
    },
  },
  required: ['limit', 'hasNext', 'hasPrev', 'nextCursor'],
  additionalProperties: false,
}
