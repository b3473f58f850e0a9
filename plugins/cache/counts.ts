/** Number of times that each tier responded. */
export interface Counts {
  memoryHits: number
  kvHits: number
  /** Neither tier had it: the database answered, or whoever asked had to make it. */
  dbHits: number
  /** The database did not answer, and what was right before was given. */
  stale: number
}
