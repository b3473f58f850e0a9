import { DatabaseError } from '../database/database.ts'
import { currentRequest } from '../database/request-database.ts'

/**
 * Maximum number of queries that wait for the database in one isolate before further requests are refused. D1 executes
 * one query at a time: 128 queries of five milliseconds take two thirds of a second, and each additional one would only
 * wait longer.
 */
export const MAX_WAITING = 128

/** Message of the error. `DatabaseError` recognizes it like D1's own message. */
const BUSY = 'Too many requests wait for the database in this isolate.'

/** Counts the queries that wait for a database. */
export interface Load {
  /**
   * Counts a waiting query. A request that has been admitted is not refused later, so that no request is interrupted.
   * @throws DatabaseError `unavailable` for a new request while too many queries wait
   */
  enter(): void
  /** Stops counting a query that has finished. */
  leave(): void
}

export function createLoad(): Load {
  let waiting = 0
  const admitted = new WeakSet<object>()
  return {
    enter: () => {
      const request = currentRequest()
      if (request !== undefined && !admitted.has(request)) {
        if (waiting >= MAX_WAITING) throw new DatabaseError(new Error(BUSY))
        admitted.add(request)
      }
      waiting += 1
    },
    leave: () => {
      waiting -= 1
    },
  }
}
