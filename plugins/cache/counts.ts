/** Number of requests that each tier responded to. */
export interface Counts {
  memoryHits: number
  kvHits: number
  /** Neither tier had the value: it was read from the database or computed. */
  dbHits: number
  /** The database did not respond, and an outdated value was returned. */
  stale: number
}
