/** Number of requests by the tier that served them. */
export interface Counts {
  memoryHits: number
  kvHits: number
  /** Requests for values that neither memory nor KV had. */
  dbHits: number
  /** Requests that got an outdated value because the database did not respond. */
  stale: number
}
