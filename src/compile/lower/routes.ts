import type { PluginSpec } from '../../config/plugin.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import { byPathAndMethod } from '../../manifest/endpoints.ts'
import type { ManifestRoute } from '../../manifest/route.ts'
import { lowerRule } from './access.ts'
import type { LowerContext } from './fields.ts'

type Context = Pick<LowerContext, 'roles' | 'translators'>

/** Lowers the routes of plugins, sorted by path, then method. Those of collections follow from the collections. */
export function lowerRoutes(plugins: readonly PluginSpec[], context: Context): ManifestRoute[] {
  return plugins.flatMap((plugin) => pluginRoutes(plugin, context)).sort(byPathAndMethod)
}

function pluginRoutes(plugin: PluginSpec, { roles, translators }: Context): ManifestRoute[] {
  return Object.entries(routesOf(plugin)).map(([handler, route]) => ({
    method: route.method,
    path: route.path,
    access: lowerRule(route.access, roles, translators),
    cache: route.method === 'GET' && route.cache ? route.cache : null,
    plugin: plugin.name,
    handler,
    ...(route.readOnly === true && { readOnly: true }),
  }))
}
