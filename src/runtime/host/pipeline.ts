import { withMessages } from '../../messages/translate.ts'
import { type Bootstrap, executionOf, skipsBootstrap } from '../bootstrap/bootstrap.ts'
import { isAdminPath } from '../common/admin-path.ts'
import { type Outgoing, TextResponse, unlocked } from '../common/outgoing.ts'
import { withRequestDatabase } from '../database/request-database.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { indented } from '../isolate/pretty-json.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { letBrowserKeep } from '../middleware/cache-headers.ts'
import { corsHeaders } from '../middleware/cors.ts'
import { endDatabaseSession } from '../middleware/database-session.ts'
import { setCacheControl, tagged } from '../middleware/http-cache.ts'
import { messagesFor } from '../middleware/language.ts'
import { logRequest } from '../middleware/logging.ts'
import { monitoring } from '../middleware/monitoring.ts'
import { logSlow } from '../middleware/performance-logging.ts'
import { beginRequest, nameRequest } from '../middleware/request-context.ts'
import { checkLimits } from '../middleware/request-limits.ts'
import { secure } from '../middleware/security-headers.ts'
import { logSecurity } from '../middleware/security-logging.ts'
import { noticeChanges } from '../response-cache/notice-changes.ts'
import { errorResponse } from '../router/problem.ts'
import type { Serve, Work } from '../router/work.ts'

/** Seconds for which a browser may cache a page of the admin. */
const ADMIN_MAX_AGE = 60

/** Makes the pipeline of every request: its steps, in the order in which they run. */
export function createPipeline(runtime: Runtime, bootstrap: Bootstrap): Serve {
  const findMessages = messagesFor(runtime)
  const allowOrigins = corsHeaders(runtime)
  const logIfSlow = logSlow(runtime.program.manifest.slowRequests)
  const notice = noticeChanges(runtime)
  const monitor = monitoring(runtime)
  const endSession = endDatabaseSession(runtime)

  return async (c, work) => {
    beginRequest(c, runtime)
    if (!skipsBootstrap(c.req.path)) {
      const readiness = bootstrap.ensure(executionOf(asRequestContext(c)))
      c.set('readiness', readiness instanceof Promise ? await readiness : readiness)
    }
    return withRequestDatabase(c.get('database'), async () => {
      const outgoing = await respond(c, work)
      complete(c, outgoing)
      logIfSlow(c, outgoing)
      logSecurity(c, outgoing)
      logRequest(c, outgoing)
      await monitor(c, outgoing)
      endSession(c, outgoing)
      nameRequest(c, outgoing)
      return outgoing instanceof Response ? outgoing : outgoing.send()
    })
  }

  /** Does the work, with messages in the user's language. */
  async function respond(c: AppContext, work: Work): Promise<Response | TextResponse> {
    try {
      const messages = findMessages(c)
      return messages === null ? await attempt(c, work) : await withMessages(await messages, () => attempt(c, work))
    } finally {
      notice(c)
    }
  }

  /** Sets the headers that every response has. */
  function complete(c: AppContext, outgoing: Outgoing): void {
    if (isAdminPath(c.req.path)) letBrowserKeep(outgoing, ADMIN_MAX_AGE)
    setCacheControl(c, outgoing)
    secure(c, outgoing)
    allowOrigins(c, outgoing)
  }
}

/** Does the work, and converts any error into a response. */
async function attempt(c: AppContext, work: Work): Promise<Response | TextResponse> {
  try {
    checkLimits(c)
    return await prepare(c, await work(c))
  } catch (error) {
    c.error = error instanceof Error ? error : new Error(String(error))
    return prepare(c, await errorResponse(error, c))
  }
}

/**
 * Makes the headers of a response mutable, indents its JSON if the caller requested it, and adds an ETag if it can be
 * cached. A `TextResponse` already has all of this.
 */
async function prepare(c: AppContext, response: Response | TextResponse): Promise<Response | TextResponse> {
  return response instanceof TextResponse ? response : tagged(c, await indented(c, unlocked(response)))
}
