import type { RequestContext } from '../../config/request.ts'
import type { ManifestRoute } from '../../manifest/index.ts'
import { t } from '../../messages/translate.ts'
import { checkOrigin } from '../access/csrf.ts'
import { checkScopes, enforce } from '../access/enforce.ts'
import { awaitSchema, isSchemaInDoubt } from '../bootstrap/one-schema.ts'
import { HttpError } from '../common/errors.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { checkReadiness, isAlwaysUp } from '../isolate/readiness.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { allowReplicas } from '../middleware/database-session.ts'
import { emit } from '../plugins/hooks.ts'

/**
 * Runs the checks between a request and its route's handler, in this order: the service is ready, the plugin is active,
 * the caller is identified, a cookie is not used from another site, and the API token's scopes and the route's access
 * rule allow the request.
 * @param isForPending true if the route responds while migrations are pending
 * @returns a response that ends the request (a redirect to the login page), or `null`
 */
export async function guard(
  c: AppContext,
  runtime: Runtime,
  route: ManifestRoute,
  isForPending: boolean,
): Promise<Response | null> {
  if (isSchemaInDoubt(c, route) && !isAlwaysUp(c.req.path) && !isForPending) await awaitSchema(c)
  checkReadiness(c.get('readiness'), c.req.path, isForPending)
  if (route.collection === undefined) await requireActive(runtime, route.plugin)
  const context = asRequestContext(c)
  await identify(context)
  checkOrigin(context)
  allowReplicas(c, route)
  checkScopes(context, route)
  return enforce(context, route.access)
}

const identified = new WeakSet<Request>()

/** Lets plugins identify the caller, once per request. */
export async function identify(c: RequestContext): Promise<void> {
  if (identified.has(c.req.raw)) return
  identified.add(c.req.raw)
  await emit(c, 'request:start')
}

/** Marks a nested request as identified: its caller is that of the outer request. */
export function takeAsIdentified(request: Request): void {
  identified.add(request)
}

/**
 * Checks that a plugin is active.
 * @throws HttpError `plugin_inactive`
 */
export async function requireActive(runtime: Runtime, plugin: string): Promise<void> {
  if (await runtime.activity.isActive(plugin)) return
  throw new HttpError(
    'plugin_inactive',
    t('This belongs to the plugin {plugin}, which is turned off at the moment.', { plugin }),
  )
}
