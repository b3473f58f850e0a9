import type { Hono } from 'hono'
import type { ManifestRoute } from '../../manifest/index.ts'
import { auditChange } from '../audit/unaudited-change.ts'
import { atOneSchema } from '../bootstrap/one-schema.ts'
import { type AppEnv, asRequestContext, type Middleware } from '../isolate/app-env.ts'
import { isRead } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { serviceOf } from '../plugins/services.ts'
import { guard } from './guard.ts'
import { respond } from './respond.ts'

/** Registers the routes of the plugins that exist in this environment, more specific paths first. */
export function registerPluginRoutes(app: Hono<AppEnv>, runtime: Runtime): void {
  const routes = runtime.program.manifest.routes.filter(({ plugin }) => runtime.plugins.includes(plugin))
  for (const route of routes.toSorted(bySpecificity)) {
    const plugin = runtime.program.plugins[route.plugin]
    const middleware = (plugin?.middleware ?? []) as readonly Middleware[] // Hono's own type, without our variables
    app.on(
      route.method,
      withoutTrailingSlash(route.path),
      guarded(runtime, route),
      ...middleware,
      handled(runtime, route),
    )
  }
}

function guarded(runtime: Runtime, route: ManifestRoute): Middleware {
  return async (c, next) => {
    c.set('route', route)
    return (await guard(c, runtime, route)) ?? next()
  }
}

function handled(runtime: Runtime, route: ManifestRoute): Middleware {
  const declared = runtime.program.plugins[route.plugin]?.routes?.[route.handler]
  if (!declared) throw new Error(`the program has no handler for ${route.method} ${route.path}: run cms build`)
  return async (c) => {
    const context = asRequestContext(c)
    context.setRenderer(async (content, props) => (await serviceOf(context, 'pages')).render(content, props))
    const work = () => respond(context, declared)
    const response = await (isRead(c) ? atOneSchema(c, runtime, work) : work())
    if (declared.audit !== false) await auditChange(c, route, response)
    return response
  }
}

/** `/admin/content/` and `/admin/content` are one page. */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Hono takes the first route that matches: a name goes before a parameter, a parameter before a wildcard. */
function bySpecificity(a: ManifestRoute, b: ManifestRoute): number {
  const left = a.path.split('/').map(rank)
  const right = b.path.split('/').map(rank)
  const index = left.findIndex((value, position) => value !== (right[position] ?? 0))
  return index === -1 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? 0)
}

function rank(segment: string): number {
  if (segment.startsWith('*')) return 2
  return segment.startsWith(':') ? 1 : 0
}
