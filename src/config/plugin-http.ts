import type { MiddlewareHandler } from 'hono'
import type { Hooks } from './hooks.ts'
import type { Routes } from './plugin-routes.ts'

/** Parts of a plugin that handle requests, or run during them. */
export interface PluginHttp {
  /**
   * Routes by name, or a function that loads the module that exports them, `() => import('./routes.ts')`. The module is
   * evaluated at the first request for one of the routes, and not at the start of the worker.
   */
  readonly routes?: Routes | (() => Promise<Routes>)
  /** Hono middleware for requests to the plugin's own routes, in the order in which it runs. */
  readonly middleware?: readonly MiddlewareHandler[]
  readonly hooks?: Hooks
}
