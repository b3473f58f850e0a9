import { AsyncLocalStorage } from 'node:async_hooks'
import type { StatementReport } from '../../config/plugin.ts'
import type { HostDatabase, HostSession } from '../../hosts/host.ts'
import type { Timings } from '../common/timings.ts'
import type { Database } from './database.ts'

/** The database as one request uses it. */
export interface RequestDatabase {
  /** Database or session that runs the next statement. */
  current(): Database
  /**
   * From now on replicas may answer.
   * @param from a bookmark, for answers at least as new; `first-primary` for answers as new as the first one, which the
   * primary gives; `first-unconstrained` for answers of any replica, each at least as new as the one before
   */
  readFrom(from: string): void
  /** Time spent on statements so far, and on other waits of the request. */
  readonly timings: Timings
  /** The newest state of the database that the request has seen; `null` when it has asked for nothing. */
  bookmark(): string | null
  /** Statements run so far, in the order of their results. */
  readonly statements: StatementReport[]
}

/** Statements of a request that are remembered: what asks more often has shown itself by then. */
const MAX_STATEMENTS = 500

/**
 * Begins at the primary, which alone knows all that was written: every statement opens a session of its own there, whose
 * bookmark tells what has been seen.
 */
export function createRequestDatabase(db: HostDatabase): RequestDatabase {
  /** Those whose answers may be on their way: what is asked in the background is not waited for. */
  let sessions: HostSession[] = []
  let seen: string | null = null
  let replicas: { readonly from: string; session?: HostSession } | undefined
  /** Bookmarks sort as texts (https://developers.cloudflare.com/d1/best-practices/read-replication). */
  const bookmark = () => {
    for (const session of sessions) {
      const reached = session.getBookmark()
      if (reached !== null && (seen === null || reached > seen)) seen = reached
    }
    return seen
  }
  const open = (from: string) => {
    bookmark()
    sessions = sessions.filter((session) => session === replicas?.session || session.getBookmark() === null)
    const session = db.withSession(from)
    sessions.push(session)
    return session
  }
  return {
    timings: [],
    current: () => {
      if (replicas === undefined) return open('first-primary')
      replicas.session ??= open(replicas.from)
      return replicas.session
    },
    readFrom: (from) => {
      replicas = { from }
    },
    bookmark,
    statements: [],
  }
}

const requests = new AsyncLocalStorage<RequestDatabase>()

/** Runs a request's work: whatever it asks of the isolate's database, however deep inside, goes through `database`. */
export function withRequestDatabase<T>(database: RequestDatabase, work: () => T): T {
  return requests.run(database, work)
}

/** The request that the work under way belongs to; `undefined` outside of requests. */
export function currentRequest(): RequestDatabase | undefined {
  return requests.getStore()
}

/** Timings of the request under way; `undefined` outside of requests. */
export function currentTimings(): Timings | undefined {
  return requests.getStore()?.timings
}

/** Session of the request under way; outside of requests the database itself. */
export function currentDatabase(db: HostDatabase): Database {
  return requests.getStore()?.current() ?? db
}

/** Remembers what a statement of the work that is under way has taken. */
export function noteStatement(report: StatementReport): void {
  const statements = requests.getStore()?.statements
  if (statements !== undefined && statements.length < MAX_STATEMENTS) statements.push(report)
}
