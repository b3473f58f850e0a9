import type { Hono, NotFoundHandler } from 'hono'
import type { Method } from '../../config/route.ts'
import type { Access } from '../../manifest/index.ts'
import { enforce } from '../access/enforce.ts'
import { HttpError } from '../common/errors.ts'
import { type AppEnv, asRequestContext } from '../isolate/app-env.ts'
import { t } from '../messages/messages.ts'
import { identify } from './guard.ts'
import { respondToOtherMethod } from './other-method.ts'

const METHODS: readonly Method[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']

/** Everything under `/admin`, also what is not there (specification, request pipeline, item 8). */
const ADMIN_AREA: Access = { kind: 'grants', grants: [{ role: 'admin' }, { role: 'editor' }] }

/** The answer where no route is: another method of a known path, or nothing. */
export function notFound(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  return async (c) => {
    const context = asRequestContext(c)
    const methods = METHODS.filter((method) => hasRoute(app, method, c.req.path))
    if (methods.length > 0) return respondToOtherMethod(context, methods)
    if (c.req.path === '/admin' || c.req.path.startsWith('/admin/')) {
      await identify(context)
      const redirect = enforce(context, ADMIN_AREA)
      if (redirect !== null) return redirect
    }
    throw new HttpError('not_found', t('There is nothing at {path}.', { path: c.req.path.slice(0, 200) }))
  }
}

/** Tells whether a route matches, and not only the middleware of every path. */
function hasRoute(app: Hono<AppEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method)
}
