import type { PluginSpec } from '../../config/plugin.ts'
import type { ManifestCollection } from '../../manifest/collection.ts'
import type { CollectionOperation, ManifestRoute } from '../../manifest/route.ts'
import { lowerRule, versionsAccess, writeAccess } from './access.ts'
import type { Roles } from './roles.ts'

/** The whole route table, sorted by path, then method: the generated endpoints and those of the plugins. */
export function lowerRoutes(
  collections: readonly ManifestCollection[],
  plugins: readonly PluginSpec[],
  roles: Roles,
): ManifestRoute[] {
  const generated = collections.flatMap((collection) => collectionRoutes(collection, roles))
  const declared = plugins.flatMap((plugin) => pluginRoutes(plugin, roles))
  return [...generated, ...declared].sort(byPathAndMethod)
}

/** The endpoints that every collection has (contract, section 2). */
export const collectionEndpoints: readonly {
  readonly operation: CollectionOperation
  readonly method: ManifestRoute['method']
  readonly path: string
  readonly access: (collection: ManifestCollection, roles: Roles) => ManifestRoute['access']
}[] = [
  { operation: 'list', method: 'GET', path: '', access: ({ access }) => access.read },
  { operation: 'create', method: 'POST', path: '', access: ({ access }) => access.create },
  { operation: 'bulk', method: 'POST', path: '/bulk', access: writeAccess },
  { operation: 'read', method: 'GET', path: '/:id', access: ({ access }) => access.read },
  { operation: 'replace', method: 'PUT', path: '/:id', access: ({ access }) => access.update },
  { operation: 'update', method: 'PATCH', path: '/:id', access: ({ access }) => access.update },
  { operation: 'delete', method: 'DELETE', path: '/:id', access: ({ access }) => access.delete },
  { operation: 'versions', method: 'GET', path: '/:id/versions', access: readVersions },
  { operation: 'version', method: 'GET', path: '/:id/versions/:version', access: readVersions },
  // Whoever restores a version sees it first; the rule for updates is asked of the document.
  { operation: 'restore', method: 'POST', path: '/:id/versions/:version/restore', access: readVersions },
]

/** Subject of a collection's cache rule. */
const KEPT: readonly CollectionOperation[] = ['list', 'read']

function readVersions(collection: ManifestCollection, roles: Roles): ManifestRoute['access'] {
  return versionsAccess(collection.access.read, roles)
}

function collectionRoutes(collection: ManifestCollection, roles: Roles): ManifestRoute[] {
  // There is nothing to do in bulk with a single document.
  const endpoints = collectionEndpoints.filter(({ operation }) => operation !== 'bulk' || !collection.singleton)
  return endpoints.map(({ operation, method, path, access }) => ({
    method,
    path: `/api/${collection.name}${path}`,
    access: access(collection, roles),
    cache: KEPT.includes(operation) ? collection.cache : null,
    plugin: 'collections',
    handler: operation,
    collection: collection.name,
  }))
}

function pluginRoutes(plugin: PluginSpec, roles: Roles): ManifestRoute[] {
  return Object.entries(plugin.routes ?? {}).map(([handler, route]) => ({
    method: route.method,
    path: route.path,
    access: lowerRule(route.access, roles),
    cache: route.method === 'GET' && route.cache ? route.cache : null,
    plugin: plugin.name,
    handler,
  }))
}

function byPathAndMethod(a: ManifestRoute, b: ManifestRoute): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.method < b.method ? -1 : 1
}
