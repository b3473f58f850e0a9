import { Hono } from 'hono'
import { type Bootstrap, bootstrapMiddleware } from '../bootstrap/bootstrap.ts'
import type { AppEnv } from '../isolate/app-env.ts'
import { prettyJson } from '../isolate/pretty-json.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { cacheHeaders } from '../middleware/cache-headers.ts'
import { corsHeaders } from '../middleware/cors.ts'
import { databaseSession } from '../middleware/database-session.ts'
import { httpCaching } from '../middleware/http-cache.ts'
import { languageMiddleware } from '../middleware/language.ts'
import { loggingMiddleware } from '../middleware/logging.ts'
import { monitoring } from '../middleware/monitoring.ts'
import { performanceLoggingMiddleware } from '../middleware/performance-logging.ts'
import { requestContext } from '../middleware/request-context.ts'
import { requestLimits } from '../middleware/request-limits.ts'
import { securityHeaders } from '../middleware/security-headers.ts'
import { securityLoggingMiddleware } from '../middleware/security-logging.ts'
import { noticeChanges } from '../response-cache/notice-changes.ts'
import { collectionRoutes } from '../router/collection-routes.ts'
import { notFound } from '../router/not-found.ts'
import { registerPluginRoutes } from '../router/plugin-routes.ts'
import { errorResponse } from '../router/problem.ts'

/** Seconds for which a browser may keep a page of the admin (specification, "Limits"). */
const ADMIN_MAX_AGE = 60

/** The pipeline of every request, in the order in which it runs (specification, "Request pipeline"). */
export function createApp(runtime: Runtime, bootstrap: Bootstrap): Hono<AppEnv> {
  const { slowRequests } = runtime.program.manifest
  const app = new Hono<AppEnv>({ strict: false })

  app.use(requestContext(runtime))
  // 1. the schema is in place, the program is written down
  app.use(bootstrapMiddleware(bootstrap))
  app.use(databaseSession(runtime))
  app.use(monitoring(runtime))
  app.use(noticeChanges(runtime))
  // 2. logs
  app.use(loggingMiddleware())
  app.use(securityLoggingMiddleware())
  app.use(performanceLoggingMiddleware(slowRequests))
  // 3. headers and form of every answer
  app.use(corsHeaders(runtime))
  app.use(securityHeaders())
  app.use(httpCaching())
  app.use(prettyJson())
  app.use(requestLimits())
  app.use(languageMiddleware(runtime))
  // 4. by route: ready, plugin active, identity, origin, access; see router/guard.ts
  app.use('/admin/*', cacheHeaders(ADMIN_MAX_AGE))
  // 5. validated input, handler, hooks
  app.use(collectionRoutes(runtime))
  registerPluginRoutes(app, runtime)

  app.notFound(notFound(app))
  app.onError(errorResponse)
  return app
}
