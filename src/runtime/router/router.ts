import { Context, type ExecutionContext, type Handler, Hono } from 'hono'
import type { Result } from 'hono/router'
import type { RouterRoute } from 'hono/types'
import { getPathNoStrict } from 'hono/utils/url'
import { atOneSchema } from '../bootstrap/one-schema.ts'
import { type AppEnv, asRequestContext } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { collectionRouter, type FoundEndpoint, runOperation } from './collection-endpoints.ts'
import { guard } from './guard.ts'
import { notFound } from './not-found.ts'
import { respondToOtherMethod } from './other-method.ts'
import { registerPluginRoutes } from './plugin-routes.ts'
import { errorResponse } from './problem.ts'
import type { Serve, Work } from './work.ts'

/** Responds to a request with the route that matches it. */
export type Router = (request: Request, execution: ExecutionContext) => Response | Promise<Response>

/**
 * Makes the router of a program. Addresses of collections are found in a map. Addresses of plugins are found by Hono,
 * which is set up with the first request that is not for a collection.
 * @param serve runs the work of a request within the pipeline
 */
export function createRouter(runtime: Runtime, serve: Serve): Router {
  const find = collectionRouter(runtime)
  let plugins: Hono<AppEnv> | undefined
  return (request, execution) => {
    const path = getPathNoStrict(request)
    const endpoint = find(path)
    if (endpoint !== null) return toCollection(runtime, serve, request, execution, path, endpoint)
    plugins ??= pluginApp(runtime, serve)
    return plugins.fetch(request, runtime.env, execution)
  }
}

async function toCollection(
  runtime: Runtime,
  serve: Serve,
  request: Request,
  executionCtx: ExecutionContext,
  path: string,
  endpoint: FoundEndpoint,
): Promise<Response> {
  const c = new Context<AppEnv>(request, { env: runtime.env, executionCtx, path, matchResult: NO_PARAMETERS })
  const response = await serve(c, collectionWork(runtime, endpoint))
  return request.method === 'HEAD' ? new Response(null, response) : response
}

const handler: Handler = () => new Response(null, { status: 404 })
/** Match of Hono's router for a path without parameters. */
const NO_PARAMETERS: Result<[Handler, RouterRoute]> = [
  [[[handler, { basePath: '/', path: '*', method: 'ALL', handler }], {}]],
]

function collectionWork(runtime: Runtime, endpoint: FoundEndpoint): Work {
  return async (c) => {
    const context = asRequestContext(c)
    const route = endpoint.routes.get(c.req.method === 'HEAD' ? 'GET' : c.req.method)
    if (!route) return respondToOtherMethod(context, [...endpoint.routes.keys()])
    c.set('route', route)
    return (
      (await guard(c, runtime, route, false)) ?? atOneSchema(c, runtime, () => runOperation(context, route, endpoint))
    )
  }
}

function pluginApp(runtime: Runtime, serve: Serve): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  registerPluginRoutes(app, runtime, serve)
  const nowhere = notFound(app)
  app.notFound((c) => serve(c, nowhere))
  app.onError(errorResponse)
  return app
}
