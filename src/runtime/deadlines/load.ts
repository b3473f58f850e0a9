import { DatabaseError } from '../database/database.ts'
import { currentRequest } from '../database/request-database.ts'

/**
 * Questions that may wait for the database in one isolate before further requests are turned away. D1 takes one at a
 * time: so many of five milliseconds are two thirds of a second of waiting, and each one more would only wait longer.
 */
export const MAX_WAITING = 128

/** `DatabaseError` knows it by its words, as it knows D1's own. */
const BUSY = 'Too many requests wait for the database in this isolate.'

/** Number of requests that wait for a database. */
export interface Load {
  /**
   * Counts a question as waiting. A request that has been let in once is not turned away any more, so that none ends
   * halfway.
   * @throws DatabaseError `unavailable` for a request that comes when too many wait
   */
  enter(): void
  /** The question is answered. */
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
