import type { AdminPage } from './admin-page.ts'
import type { Route } from './route.ts'

/** Routes by name. */
export interface Routes {
  readonly [name: string]: Route
}

/** Parts of a plugin that determine its routes. */
interface Routed {
  readonly http?: { readonly routes?: Routes | (() => Promise<Routes>) }
  readonly admin?: { readonly pages?: { readonly [name: string]: AdminPage } }
}

const known = new WeakMap<Routed, Routes>()

/** Loads the routes of a plugin, including those of its pages. */
export async function loadRoutes(plugin: Routed): Promise<Routes> {
  return known.get(plugin) ?? load(plugin)
}

/**
 * Returns the routes of a plugin, including those of its pages if `loadRoutes` has loaded them. A plugin that was
 * loaded in another process has all of them as data.
 */
export function routesOf(plugin: Routed): Routes {
  const { routes = {} } = plugin.http ?? {}
  return known.get(plugin) ?? (typeof routes === 'function' ? {} : routes)
}

async function load(plugin: Routed): Promise<Routes> {
  const routes = plugin.http?.routes
  const ownRoutes = typeof routes === 'function' ? await routes() : routes
  const all = { ...ownRoutes, ...Object.fromEntries(Object.entries(plugin.admin?.pages ?? {}).flatMap(pageRoute)) }
  known.set(plugin, all)
  return all
}

function pageRoute([name, { path, access, label, render }]: [string, AdminPage]): readonly (readonly [
  string,
  Route,
])[] {
  if (render === undefined) return []
  return [[name, { method: 'GET', path, access, handler: async (c) => c.render(await render(c), { title: label }) }]]
}
