import type { PluginSpec } from '../../config/plugin.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import type { Roles } from '../../ground/roles-holding.ts'
import { byPathAndMethod } from '../../manifest/endpoints.ts'
import type { ManifestRoute } from '../../manifest/route.ts'
import { lowerRule } from './access.ts'

/** The routes of plugins, sorted by path, then method. What collections have follows from the collections. */
export function lowerRoutes(plugins: readonly PluginSpec[], roles: Roles): ManifestRoute[] {
  return plugins.flatMap((plugin) => pluginRoutes(plugin, roles)).sort(byPathAndMethod)
}

function pluginRoutes(plugin: PluginSpec, roles: Roles): ManifestRoute[] {
  return Object.entries(routesOf(plugin)).map(([handler, route]) => ({
    method: route.method,
    path: route.path,
    access: lowerRule(route.access, roles),
    cache: route.method === 'GET' && route.cache ? route.cache : null,
    plugin: plugin.name,
    handler,
    ...(route.readOnly === true && { readOnly: true }),
  }))
}
