import type { RequestContext } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import type { CollectionOperation, ManifestCollection, ManifestRoute } from '../../manifest/index.ts'
import { bulk } from '../collections/bulk/bulk.ts'
import { type Call, callOf } from '../collections/call.ts'
import { create } from '../collections/create.ts'
import { list } from '../collections/list/list.ts'
import { refuseParameters } from '../collections/list/parameters.ts'
import { previewToken, readPreview } from '../collections/preview.ts'
import { read } from '../collections/read.ts'
import { remove } from '../collections/remove.ts'
import { replace, update } from '../collections/update.ts'
import { listVersions, readVersion, restoreVersion } from '../collections/versions.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { sendCached } from '../response-cache/cached-response.ts'

type Operation = (call: Call, id: string, version: string) => Promise<Response>

const OPERATIONS: Record<CollectionOperation, Operation> = {
  list: (call) => sendCached(call, '', list),
  create,
  bulk,
  read: (call, id) => sendCached(call, id, read),
  replace,
  update,
  delete: remove,
  versions: listVersions,
  version: readVersion,
  restore: restoreVersion,
}

const TAKES_PARAMETERS: ReadonlySet<CollectionOperation> = new Set(['list', 'read', 'versions', 'version'])

/** What an address of a collection can be asked for: a route for each method. */
export interface Endpoint {
  readonly routes: ReadonlyMap<string, ManifestRoute>
  readonly collection: ManifestCollection
  readonly id: string
  readonly version: string
}

/**
 * Finds the endpoint behind a path. All collections share six shapes of address, so a map of names is all the router
 * that they need, however many there are.
 */
export function collectionRouter({ program }: Runtime): (path: string) => Endpoint | null {
  const collections = new Map(program.manifest.collections.map((collection) => [collection.name, collection]))
  const shapes = new Map<string, Map<Method, ManifestRoute>>()
  for (const route of program.manifest.routes) {
    if (route.collection === undefined) continue
    const [, , , id = ''] = route.path.split('/')
    const key = shapeKey(route.collection, route.path.split('/').length, id, route.path.endsWith('/restore'))
    const methods = shapes.get(key) ?? new Map<Method, ManifestRoute>()
    shapes.set(key, methods.set(route.method, route))
  }
  return (path) => {
    if (!path.startsWith('/api/')) return null
    const [, , name = '', id = '', versions = 'versions', version = '', restore = 'restore', ...rest] = path.split('/')
    const collection = collections.get(name)
    if (!collection || versions !== 'versions' || restore !== 'restore' || rest.length > 0) return null
    const length = path.split('/').length
    const routes =
      shapes.get(shapeKey(name, length, id, length === 7)) ?? shapes.get(shapeKey(name, length, '', length === 7))
    return routes ? { routes, collection, id, version } : null
  }
}

/**
 * Runs the operation of a collection's route.
 * @throws HttpError `invalid_query` for parameters that it does not know
 */
export function runOperation(
  c: RequestContext,
  route: ManifestRoute,
  { collection, id, version }: Endpoint,
): Promise<Response> {
  const operation = route.handler as CollectionOperation // the compiler's own rows
  const call = callOf(c, collection)
  const token = operation === 'read' ? previewToken(call) : null
  if (token !== null) return readPreview(call, id, token)
  if (!TAKES_PARAMETERS.has(operation)) refuseParameters(c.req.url)
  return OPERATIONS[operation](call, id, version)
}

/** The word `bulk` is an address of its own where a document's id would stand. */
function shapeKey(collection: string, segments: number, id: string, restores: boolean): string {
  const shape = restores ? 'r' : id === 'bulk' && segments === 4 ? 'b' : ''
  return `${collection}/${segments}${shape}`
}
