import type { Observer, StatementReport } from '../../config/plugin-operations.ts'
import type { RequestVariables } from '../../config/request.ts'
import type { ManifestRoute } from '../../manifest/index.ts'
import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { isRead, readBookmark, sendBookmark } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'

/**
 * Returns a function that adds the request's bookmark to a response, and passes the request's statements to plugins
 * that observe them.
 */
export function endDatabaseSession({ plugins, program }: Runtime): (c: AppContext, outgoing: Outgoing) => void {
  const observers = plugins.flatMap((name) => program.plugins[name]?.operations?.observe ?? [])
  return (c, outgoing) => {
    const database = c.get('database')
    const bookmark = database.bookmark()
    if (bookmark !== null) sendBookmark(c, outgoing, bookmark)
    if (observers.length > 0 && database.statements.length > 0) report(c, observers, database.statements)
  }
}

/** Passes statements to observers. A failing observer does not affect the response. */
function report(c: AppContext, observers: readonly Observer[], statements: readonly StatementReport[]): void {
  const { method, path } = c.get('route') ?? {}
  const route = path === undefined ? null : `${method} ${path}`
  for (const observe of observers) {
    try {
      observe({ route, statements }, asRequestContext(c))
    } catch (error) {
      writeLog('error', { type: 'observer', requestId: c.get('requestId'), error: String(error) })
    }
  }
}

/**
 * Allows replicas for the rest of the request on routes whose response may be slightly outdated: content, and routes
 * with a cache rule. Everything else uses the primary: authentication, changes, and links or codes that were just
 * emailed.
 */
export function allowReplicas(c: AppContext, route: ManifestRoute): void {
  if (!isRead(c) || (route.collection === undefined && route.cache === null)) return
  c.get('database').readFrom(readBookmark(c) ?? startOf(c.get('user')))
}

/** Returns where a session begins: signed-in callers see their own changes; others use the nearest replica. */
function startOf(user: RequestVariables['user']): string {
  return user === null ? 'first-unconstrained' : 'first-primary'
}
