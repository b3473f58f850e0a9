/** Number of requests that each tier responded to. */
export interface Counts {
  memoryHits: number
  kvHits: number
  /** Requests for values that neither tier had: they were read from the database or computed. */
  dbHits: number
  /** Requests that got an outdated value because the database did not respond. */
  stale: number
}
