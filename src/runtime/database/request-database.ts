import { AsyncLocalStorage } from 'node:async_hooks'
import type { StatementReport } from '../../config/plugin-operations.ts'
import type { HostDatabase, HostSession } from '../../hosts/host.ts'
import type { Timings } from '../common/timings.ts'
import type { Database } from './database.ts'

/** The database connection of one request. */
export interface RequestDatabase {
  /** Returns the database or session for the next statement. */
  current(): Database
  /**
   * Allows replicas from now on.
   * @param from how new results are: with a bookmark, at least as new as its state; with `first-primary`, as new as the
   * primary at the first statement; with `first-unconstrained`, at least as new as the previous result, from any
   * replica
   */
  readFrom(from: string): void
  /** Duration of the request's statements and other waits until now. */
  readonly timings: Timings
  /** Returns the newest state of the database that the request has seen; `null` before the first statement. */
  bookmark(): string | null
  /** Statements that have run, in the order in which they finished, at most `MAX_STATEMENTS`. */
  readonly statements: StatementReport[]
}

/** Maximum number of a request's statements that are recorded. */
const MAX_STATEMENTS = 500

/**
 * Creates a request's connection. It begins at the primary, which has all writes: every statement opens its own session
 * there, whose bookmark tells which state it has seen.
 */
export function createRequestDatabase(db: HostDatabase): RequestDatabase {
  /** Sessions that may still be waiting for a result, because background statements are not awaited. */
  let sessions: HostSession[] = []
  let seen: string | null = null
  let replicas: { readonly from: string; session?: HostSession } | undefined
  /**
   * Returns the newest bookmark. Bookmarks sort as strings
   * (https://developers.cloudflare.com/d1/best-practices/read-replication).
   */
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

/**
 * Runs a request's work. All its statements on the isolate's database, however deep in the call stack, go through
 * `database`.
 */
export function withRequestDatabase<T>(database: RequestDatabase, work: () => T): T {
  return requests.run(database, work)
}

/** Returns the current request's connection; `undefined` outside requests. */
export function currentRequest(): RequestDatabase | undefined {
  return requests.getStore()
}

/** Returns the current request's timings; `undefined` outside requests. */
export function currentTimings(): Timings | undefined {
  return requests.getStore()?.timings
}

/** Returns the current request's session; outside requests, the database itself. */
export function currentDatabase(db: HostDatabase): Database {
  return requests.getStore()?.current() ?? db
}

/** Records a statement of the current request, unless it has `MAX_STATEMENTS` already. */
export function noteStatement(report: StatementReport): void {
  const statements = requests.getStore()?.statements
  if (statements !== undefined && statements.length < MAX_STATEMENTS) statements.push(report)
}
