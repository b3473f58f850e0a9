import { type Bootstrap, executionOf, skipsBootstrap } from '../bootstrap/bootstrap.ts'
import { type Outgoing, TextResponse, unlocked } from '../common/outgoing.ts'
import { withRequestDatabase } from '../database/request-database.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { indented } from '../isolate/pretty-json.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { withMessages } from '../messages/messages.ts'
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
import type { Work } from '../router/work.ts'

/** Seconds for which a browser may keep a page of the admin (specification, "Limits"). */
const ADMIN_MAX_AGE = 60

/** Does what a request asks for, with everything that goes before and after it. */
export type Pipeline = (c: AppContext, work: Work) => Promise<Response>

/** Makes the pipeline of every request, in the order in which it runs (specification, "Request pipeline"). */
export function createPipeline(runtime: Runtime, bootstrap: Bootstrap): Pipeline {
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
      const messages = findMessages(c)
      const outgoing =
        messages === null ? await respondTo(c, work) : await withMessages(await messages, () => respondTo(c, work))
      complete(c, outgoing)
      logIfSlow(c, outgoing)
      logSecurity(c, outgoing)
      logRequest(c, outgoing)
      notice(c)
      await monitor(c, outgoing)
      endSession(c, outgoing)
      nameRequest(c, outgoing)
      return outgoing instanceof Response ? outgoing : outgoing.send()
    })
  }

  /** Sets the headers that do not depend on what was done. */
  function complete(c: AppContext, outgoing: Outgoing): void {
    if (isAdmin(c.req.path)) letBrowserKeep(outgoing, ADMIN_MAX_AGE)
    setCacheControl(c, outgoing)
    secure(c, outgoing)
    allowOrigins(c, outgoing)
  }
}

/** Does the work; whatever is thrown becomes a response. */
async function respondTo(c: AppContext, work: Work): Promise<Response | TextResponse> {
  const response = await attempt(c, work)
  return response instanceof TextResponse ? response : tagged(c, await indented(c, unlocked(response)))
}

async function attempt(c: AppContext, work: Work): Promise<Response | TextResponse> {
  try {
    checkLimits(c)
    return await work(c)
  } catch (error) {
    c.error = error instanceof Error ? error : new Error(String(error))
    return errorResponse(error, c)
  }
}

function isAdmin(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}
