import type { Observer, StatementReport } from '../../config/plugin.ts'
import type { RequestVariables } from '../../config/request.ts'
import type { ManifestRoute } from '../../manifest/index.ts'
import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { isRead, readBookmark, sendBookmark } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'

/** Gives a response the bookmark of what its request has seen of the database, and tells plugins what was asked. */
export function endDatabaseSession({ plugins, program }: Runtime): (c: AppContext, outgoing: Outgoing) => void {
  const observers = plugins.flatMap((name) => program.plugins[name]?.observe ?? [])
  return (c, outgoing) => {
    const database = c.get('database')
    const bookmark = database.bookmark()
    if (bookmark !== null) sendBookmark(c, outgoing, bookmark)
    if (observers.length > 0 && database.statements.length > 0) report(c, observers, database.statements)
  }
}

/** An observer that fails keeps no answer back. */
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
 * Lets replicas answer from here on where the route's answer may be a moment behind: content, and what has a cache rule.
 * Everything else stays with the primary: who the caller is, changes, and what was just sent to somebody by mail.
 */
export function allowReplicas(c: AppContext, route: ManifestRoute): void {
  if (!isRead(c) || (route.collection === undefined && route.cache === null)) return
  c.get('database').readFrom(readBookmark(c) ?? startOf(c.get('user')))
}

/** First read of a session: signed-in callers see their own changes; for others the nearest replica will do. */
function startOf(user: RequestVariables['user']): string {
  return user === null ? 'first-unconstrained' : 'first-primary'
}
