import type { Method } from '../config/route.ts'
import type { Roles } from '../ground/roles-holding.ts'
import type { Access } from './access.ts'
import type { ManifestCollection } from './collection.ts'
import { type DeclaredRules, versionsAccess, writeAccess } from './endpoint-access.ts'
import type { Manifest } from './manifest.ts'
import type { CollectionOperation, ManifestRoute } from './route.ts'

/** An endpoint of collections. */
export interface Endpoint {
  readonly operation: CollectionOperation
  readonly method: Method
  /** Path after `/api/<collection>`. */
  readonly path: EndpointPath
  /** Returns the endpoint's access rule, given the collection's rules. */
  readonly access: (rules: DeclaredRules, roles: Roles) => Access
  /** True if responses are cached according to the collection's cache rule. */
  readonly isKept: boolean
}

export type EndpointPath =
  | ''
  | '/bulk'
  | '/:id'
  | '/:id/versions'
  | '/:id/versions/:version'
  | '/:id/versions/:version/restore'
  | '/:id/publish'
  | '/:id/draft'
  | '/trash'
  | '/trash/:id'
  | '/trash/:id/restore'

const deletion: Endpoint['access'] = (rules) => rules.delete
const versions: Endpoint['access'] = ({ read }, roles) => versionsAccess(read, roles)

/** The endpoints of collections. `endpointsFor` returns those of one collection. */
export const ENDPOINTS: readonly Endpoint[] = [
  { operation: 'list', method: 'GET', path: '', access: ({ read }) => read, isKept: true },
  { operation: 'create', method: 'POST', path: '', access: ({ create }) => create, isKept: false },
  { operation: 'bulk', method: 'POST', path: '/bulk', access: writeAccess, isKept: false },
  { operation: 'read', method: 'GET', path: '/:id', access: ({ read }) => read, isKept: true },
  { operation: 'replace', method: 'PUT', path: '/:id', access: ({ update }) => update, isKept: false },
  { operation: 'update', method: 'PATCH', path: '/:id', access: ({ update }) => update, isKept: false },
  { operation: 'delete', method: 'DELETE', path: '/:id', access: deletion, isKept: false },
  { operation: 'versions', method: 'GET', path: '/:id/versions', access: versions, isKept: false },
  { operation: 'version', method: 'GET', path: '/:id/versions/:version', access: versions, isKept: false },
  {
    operation: 'restore',
    method: 'POST',
    path: '/:id/versions/:version/restore',
    // A version can only be restored by callers who can see it; the rule for updates is checked on the document.
    access: versions,
    isKept: false,
  },
  // A version can only be named by callers who can see it; the rule for updates is checked on the document.
  { operation: 'name', method: 'PATCH', path: '/:id/versions/:version', access: versions, isKept: false },
  { operation: 'publish', method: 'POST', path: '/:id/publish', access: ({ update }) => update, isKept: false },
  { operation: 'discard', method: 'DELETE', path: '/:id/draft', access: ({ update }) => update, isKept: false },
  // Callers who may delete a document may also see it in the trash, delete it for good, and restore it.
  { operation: 'trash', method: 'GET', path: '/trash', access: deletion, isKept: false },
  { operation: 'purge', method: 'DELETE', path: '/trash/:id', access: deletion, isKept: false },
  { operation: 'recover', method: 'POST', path: '/trash/:id/restore', access: deletion, isKept: false },
]

const OF_DRAFTS: ReadonlySet<CollectionOperation> = new Set(['publish', 'discard'])
const OF_TRASH: ReadonlySet<CollectionOperation> = new Set(['trash', 'purge', 'recover'])

/** Returns a collection's endpoints as rows of the route table, sorted by path, then method. */
export function endpointsOf(collection: ManifestCollection, roles: Roles): ManifestRoute[] {
  return endpointsFor(collection)
    .map((endpoint) => endpointRoute(endpoint, collection, roles))
    .sort(byPathAndMethod)
}

/**
 * Returns the endpoints of a collection. A collection without drafts or without a trash lacks their endpoints, and a
 * singleton lacks the bulk endpoint.
 */
export function endpointsFor({
  singleton,
  drafts,
  trash,
}: Pick<ManifestCollection, 'singleton' | 'drafts' | 'trash'>): readonly Endpoint[] {
  return ENDPOINTS.filter(({ operation }) => {
    if (operation === 'bulk') return !singleton
    return (drafts || !OF_DRAFTS.has(operation)) && (trash !== null || !OF_TRASH.has(operation))
  })
}

/** Returns an endpoint of a collection as a row of the route table. */
export function endpointRoute(
  { operation, method, path, access, isKept }: Endpoint,
  { name, access: rules, cache }: ManifestCollection,
  roles: Roles,
): ManifestRoute {
  return {
    method,
    path: `/api/${name}${path}`,
    access: access(rules, roles),
    cache: isKept ? cache : null,
    plugin: 'collections',
    handler: operation,
    collection: name,
  }
}

/**
 * Returns the whole route table, sorted by path, then method: the endpoints of collections and the routes of plugins.
 */
export function routeTable({ collections, routes, roles }: Pick<Manifest, 'collections' | 'routes' | 'roles'>) {
  const generated = collections.flatMap((collection) => endpointsOf(collection, roles))
  return [...generated, ...routes].sort(byPathAndMethod)
}

/** Compares routes by path, then method. */
export function byPathAndMethod(a: ManifestRoute, b: ManifestRoute): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.method < b.method ? -1 : 1
}
