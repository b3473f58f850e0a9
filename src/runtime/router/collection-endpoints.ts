import type { RequestContext } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import { type EndpointPath, endpointRoute, endpointsFor } from '../../manifest/endpoints.ts'
import type { CollectionOperation, Manifest, ManifestCollection, ManifestRoute } from '../../manifest/index.ts'
import { list } from '../collections/list/list.ts'
import { contentLanguage, type Locale, parametersBesideLocale } from '../collections/locale/locale.ts'
import { previewToken, readPreview } from '../collections/read/preview.ts'
import { read } from '../collections/read/read.ts'
import { isAboutDraft, readDraft } from '../collections/read/read-draft.ts'
import { type Call, callOf } from '../collections/request/call.ts'
import { remove } from '../collections/trash/remove.ts'
import { create } from '../collections/write/create.ts'
import { replace, update } from '../collections/write/update.ts'
import type { TextResponse } from '../common/outgoing.ts'
import { refuseParameters } from '../input/parameters.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { sendCached, sendUncached } from '../response-cache/cached-response.ts'

type Operation = (call: Call, id: string, version: string) => Promise<TextResponse>

/** Returns an operation whose code is loaded when it is first used. */
function onDemand(load: () => Promise<Operation>): Operation {
  return async (call, id, version) => (await load())(call, id, version)
}

const versions = () => import('../collections/versions/versions.ts')
const keep = () => import('../collections/drafts/keep.ts')

const OPERATIONS: Record<CollectionOperation, Operation> = {
  list: (call) => sendCached(call, '', list),
  create,
  bulk: onDemand(async () => (await import('../collections/bulk/bulk.ts')).bulk),
  read: (call, id) => sendCached(call, id, read),
  replace,
  update,
  delete: remove,
  versions: onDemand(async () => (await versions()).listVersions),
  version: onDemand(async () => (await versions()).readVersion),
  restore: onDemand(async () => (await versions()).restoreVersion),
  name: onDemand(async () => (await import('../collections/versions/version-name.ts')).nameVersion),
  publish: onDemand(async () => (await import('../collections/drafts/publish.ts')).publish),
  discard: onDemand(async () => (await import('../collections/drafts/discard.ts')).discard),
  trash: onDemand(async () => (await import('../collections/trash/list.ts')).listTrash),
  recover: onDemand(async () => (await import('../collections/trash/recover.ts')).recover),
  purge: onDemand(async () => (await import('../collections/trash/purge.ts')).purge),
}

/** Operations on a document with its pending changes, for requests with `draft`. */
const OF_DRAFTS: { readonly [Name in CollectionOperation]?: Operation } = {
  read: (call, id) => sendUncached(call, id, readDraft),
  replace: onDemand(async () => (await keep()).keepReplaced),
  update: onDemand(async () => (await keep()).keepUpdated),
  restore: onDemand(async () => (await versions()).restoreIntoDraft),
}

const TAKES_PARAMETERS: ReadonlySet<CollectionOperation> = new Set(['list', 'read', 'versions', 'version', 'trash'])

/** The routes of a collection's address, by method. */
export interface FoundEndpoint {
  readonly routes: ReadonlyMap<string, ManifestRoute>
  readonly collection: ManifestCollection
  readonly id: string
  readonly version: string
}

/**
 * Makes a function that finds the endpoint of a path. The addresses of all collections share a few forms, so a map of
 * names suffices, however many collections there are; the rows of a collection are made when they are first needed.
 */
export function collectionRouter({ program }: Runtime): (path: string) => FoundEndpoint | null {
  const { collections, roles } = program.manifest
  const known = new Map(
    collections.map((collection) => [
      collection.name,
      { collection, rowsOnce: lazily(() => rowsOf(collection, roles)) },
    ]),
  )
  return (path) => {
    const address = addressOf(path)
    const found = address && known.get(address.name)
    if (!address || !found) return null
    const { collection, rowsOnce } = found
    const rows = rowsOnce()
    const routes = (address.word && rows.get(address.word)) || rows.get(address.path)
    return routes ? { routes, collection, id: address.id, version: address.version } : null
  }
}

/** A collection's rows of the route table, by address and method. */
type Rows = ReadonlyMap<EndpointPath, ReadonlyMap<Method, ManifestRoute>>

function rowsOf(collection: ManifestCollection, roles: Manifest['roles']): Rows {
  const rows = new Map<EndpointPath, Map<Method, ManifestRoute>>()
  for (const endpoint of endpointsFor(collection)) {
    const methods = rows.get(endpoint.path) ?? new Map<Method, ManifestRoute>()
    rows.set(endpoint.path, methods.set(endpoint.method, endpointRoute(endpoint, collection, roles)))
  }
  return rows
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

interface Address {
  readonly name: string
  readonly path: EndpointPath
  /**
   * The endpoint whose path has a word, such as `bulk`, in place of a document's id. The word takes precedence in
   * collections that have this endpoint.
   */
  readonly word?: EndpointPath
  readonly id: string
  readonly version: string
}

/** Endpoint paths by the number of segments after `/api/<collection>`. */
const PATHS: readonly EndpointPath[] = [
  '',
  '/:id',
  '/:id/versions',
  '/:id/versions/:version',
  '/:id/versions/:version/restore',
]

/** Parses a path of a collection; `null` for other paths. */
function addressOf(path: string): Address | null {
  if (!path.startsWith('/api/')) return null
  const [name = '', ...rest] = path.slice('/api/'.length).split('/')
  if (rest[0] === 'trash' && rest.length > 1) return trashAddressOf(name, rest)
  const part = rest.length === 2 ? PARTS.get(rest[1] ?? '') : undefined
  if (part !== undefined) return { name, path: part, id: rest[0] ?? '', version: '' }
  const [id = '', versions = 'versions', version = '', restore = 'restore'] = rest
  const shape = PATHS[rest.length]
  if (shape === undefined || versions !== 'versions' || restore !== 'restore') return null
  const word = rest.length === 1 ? WORDS.get(id) : undefined
  return { name, path: shape, id, version, ...(word && { word }) }
}

/** Endpoints after a document's id, by the last segment of their path. */
const PARTS = new Map<string, EndpointPath>([
  ['publish', '/:id/publish'],
  ['draft', '/:id/draft'],
])

const WORDS = new Map<string, EndpointPath>([
  ['bulk', '/bulk'],
  ['trash', '/trash'],
])

function trashAddressOf(name: string, [, id = '', ...rest]: readonly string[]): Address | null {
  if (rest.length === 0) return { name, path: '/trash/:id', id, version: '' }
  return rest.length === 1 && rest[0] === 'restore' ? { name, path: '/trash/:id/restore', id, version: '' } : null
}

/**
 * Runs the operation of a collection's route.
 * @throws HttpError `invalid_query` for unknown parameters
 */
export function runOperation(
  c: RequestContext,
  route: ManifestRoute,
  { collection, id, version }: FoundEndpoint,
): Promise<TextResponse> {
  const operation = route.handler as CollectionOperation // only the compiler makes rows of collections
  const call = callOf(c, collection)
  const response = operate(call, operation, id, version)
  return call.locale === null || collection.locales === undefined ? response : inLanguage(response, call.locale)
}

/** Adds to a response the header with the language of its values. */
async function inLanguage(response: Promise<TextResponse>, locale: Locale): Promise<TextResponse> {
  const result = await response
  result.headers.set('Content-Language', contentLanguage(locale))
  return result
}

function operate(call: Call, operation: CollectionOperation, id: string, version: string): Promise<TextResponse> {
  const token = operation === 'read' ? previewToken(call) : null
  if (token !== null) return sendUncached(call, id, (outer) => readPreview(outer, id, token))
  const ofDraft = OF_DRAFTS[operation]
  if (ofDraft && isAboutDraft(call)) return ofDraft(call, id, version)
  if (!TAKES_PARAMETERS.has(operation)) refuseParameters(parametersBesideLocale(call.c.req.url, call.locale))
  return OPERATIONS[operation](call, id, version)
}
