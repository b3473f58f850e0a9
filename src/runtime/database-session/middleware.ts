import type { RequestVariables } from '../../config/plugin.ts'
import type { ManifestRoute } from '../../manifest/index.ts'
import type { AppContext, Middleware } from '../app-env.ts'
import type { Runtime } from '../runtime.ts'
import { isRead, readBookmark, sendBookmark } from './bookmark.ts'
import { createRequestDatabase, withRequestDatabase } from './request-database.ts'

/** Gives the request a D1 session of its own, and its answer the bookmark of what it has seen. */
export function databaseSession({ env }: Runtime): Middleware {
  return async (c, next) => {
    const database = createRequestDatabase(env.DB)
    c.set('database', database)
    await withRequestDatabase(database, next)
    const bookmark = database.bookmark()
    if (bookmark !== null) sendBookmark(c, bookmark)
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

/** Whoever is signed in sees their own changes; for anybody else the nearest replica will do. */
function startOf(user: RequestVariables['user']): string {
  return user === null ? 'first-unconstrained' : 'first-primary'
}
