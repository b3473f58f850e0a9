import { atOneSchema } from '../bootstrap/one-schema.ts'
import { asRequestContext, type Middleware } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { collectionRouter, runOperation } from './collection-endpoints.ts'
import { guard } from './guard.ts'
import { respondToOtherMethod } from './other-method.ts'

/** Serves the generated endpoints of all collections; every other path goes on to the plugins' routes. */
export function collectionRoutes(runtime: Runtime): Middleware {
  const find = collectionRouter(runtime)
  return async (c, next) => {
    const endpoint = find(c.req.path)
    if (endpoint === null) return next()
    const context = asRequestContext(c)
    const route = endpoint.routes.get(c.req.method === 'HEAD' ? 'GET' : c.req.method)
    if (!route) return respondToOtherMethod(context, [...endpoint.routes.keys()])
    c.set('route', route)
    return (await guard(c, runtime, route)) ?? atOneSchema(c, runtime, () => runOperation(context, route, endpoint))
  }
}
