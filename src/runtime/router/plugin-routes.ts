import type { Hono } from 'hono'
import { loadRoutes } from '../../config/plugin-routes.ts'
import type { Route } from '../../config/route.ts'
import type { ManifestRoute } from '../../manifest/index.ts'
import { auditChange } from '../audit/unaudited-change.ts'
import { atOneSchema } from '../bootstrap/one-schema.ts'
import { type AppContext, type AppEnv, asRequestContext, type Middleware } from '../isolate/app-env.ts'
import { isRead } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { serviceOf } from '../plugins/services.ts'
import { guard } from './guard.ts'
import { respond } from './respond.ts'
import type { Serve, Work } from './work.ts'

/** Registers the routes of the plugins that exist in this environment, more specific paths first. */
export function registerPluginRoutes(app: Hono<AppEnv>, runtime: Runtime, serve: Serve): void {
  const routes = runtime.program.manifest.routes.filter(({ plugin }) => runtime.plugins.includes(plugin))
  for (const route of routes.toSorted(bySpecificity)) {
    const middleware = (runtime.program.plugins[route.plugin]?.http?.middleware ?? []) as readonly Middleware[] // Hono's own type, without our variables
    const path = withoutTrailingSlash(route.path)
    const handle: Handle = (c, declared) => handleRoute(c, runtime, route, declared)
    if (middleware.length === 0) app.on(route.method, path, (c) => serve(c, guarded(runtime, route, handle)))
    else {
      const last: Middleware = async (c) => handle(c, await declaredRoute(runtime, route))
      app.on(route.method, path, aroundMiddleware(runtime, route, serve), ...middleware, last)
    }
  }
}

type Handle = (c: AppContext, declared: Route) => Promise<Response>

function guarded(runtime: Runtime, route: ManifestRoute, handle: Handle): Work {
  return async (c) => {
    c.set('route', route)
    const declared = await declaredRoute(runtime, route)
    return (await guard(c, runtime, route, declared.whilePending === true)) ?? handle(c, declared)
  }
}

/** Returns the middleware in which Hono runs everything after the guard: the plugin's middleware, and the handler. */
function aroundMiddleware(runtime: Runtime, route: ManifestRoute, serve: Serve): Middleware {
  return async (c, next) => {
    const inside = async () => {
      await next()
      return c.res
    }
    const response = await serve(c, guarded(runtime, route, inside))
    c.res = undefined // Hono copies the headers of the replaced response to its replacement
    c.res = response
  }
}

/** Returns the route as its plugin declares it. The code of a plugin is loaded with the first request to it. */
async function declaredRoute(runtime: Runtime, { plugin, handler, method, path }: ManifestRoute): Promise<Route> {
  const spec = runtime.program.plugins[plugin]
  const declared = spec && (await loadRoutes(spec))[handler]
  if (!declared) throw new Error(`the program has no handler for ${method} ${path}: run cms build`)
  return declared
}

async function handleRoute(c: AppContext, runtime: Runtime, route: ManifestRoute, declared: Route): Promise<Response> {
  const context = asRequestContext(c)
  context.setRenderer(async (content, props) => (await serviceOf(context, 'pages')).render(content, props))
  const work = () => respond(context, declared)
  const response = await (isRead(c) ? atOneSchema(c, runtime, work) : work())
  if (declared.audit !== false) await auditChange(c, route, response)
  return response
}

/** Removes a trailing slash: `/admin/content/` and `/admin/content` are the same page. */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Compares routes by specificity, because Hono uses the first match: a name comes before a parameter, a parameter
 * before a wildcard.
 */
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
