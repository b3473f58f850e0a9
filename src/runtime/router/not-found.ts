import type { Hono } from 'hono'
import type { RequestContext } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import type { Access } from '../../manifest/index.ts'
import { t } from '../../messages/translate.ts'
import { enforce } from '../access/enforce.ts'
import { isAdminPath } from '../common/admin-path.ts'
import { HttpError } from '../common/errors.ts'
import { type AppEnv, asRequestContext } from '../isolate/app-env.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { identify } from './guard.ts'
import { respondToOtherMethod } from './other-method.ts'
import type { Work } from './work.ts'

const METHODS: readonly Method[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']

/** Returns the access rule of paths under `/admin` that have no page. */
function adminArea(c: RequestContext): Access {
  const translators = Object.keys(runtimeOf(c).program.manifest.roleLocales ?? {})
  return { kind: 'grants', grants: ['admin', 'editor', ...translators].map((role) => ({ role })) }
}

/** Returns the work for requests that match no route: the path is unknown, or does not support the method. */
export function notFound(app: Hono<AppEnv>): Work {
  return async (c) => {
    const context = asRequestContext(c)
    const methods = METHODS.filter((method) => hasRoute(app, method, c.req.path))
    if (methods.length > 0) return respondToOtherMethod(context, methods)
    if (isAdminPath(c.req.path)) {
      await identify(context)
      const redirect = enforce(context, adminArea(context))
      if (redirect !== null) return redirect
    }
    throw new HttpError('not_found', t('There is nothing at {path}.', { path: c.req.path.slice(0, 200) }))
  }
}

function hasRoute(app: Hono<AppEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].length > 0
}
