/**
 * The service `responses`: stores responses to anonymous callers. After the access check, the runtime calls the active
 * plugin that provides it for every response that is the same for all anonymous callers.
 */
export interface ResponseCache {
  /** Maximum age, in milliseconds, of the generation numbers that an isolate has read. */
  readonly staleness: number
  /**
   * Returns a stored response, or makes and stores a new one.
   * @throws the error of making the response, if no older response can be served instead
   */
  respond(request: CacheableRequest): Promise<ServedResponse>
}

/**
 * Generation numbers by name: of collections, of `users`, and of anything else with a row in the table
 * `content_generations`. A missing number is 0.
 */
export type GenerationNumbers = Readonly<Record<string, number>>

/** A response as the cache stores it. */
export interface StoredResponse {
  readonly status: 200
  /** The whole body, as JSON. */
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export interface CacheableRequest {
  /** Identifies equal requests, however they are spelled: `posts:limit:20:sort:title`, `posts/<id>`. */
  readonly name: string
  /** Identifies the program: a program never serves responses of another one. */
  readonly program: string
  /** The collections whose documents the response contains. */
  readonly sources: readonly string[]
  /** The current generation numbers, no older than `staleness` allows; `null` if the database did not respond. */
  readonly generations: GenerationNumbers | null
  make(): Promise<MadeResponse>
}

/** A new response and the generations that it was made from. */
export interface MadeResponse {
  readonly response: StoredResponse
  /** Generation numbers of the sources; the response is at least as new. */
  readonly generations: GenerationNumbers
  /**
   * Time at which the response changes by itself, in milliseconds since the epoch, because a scheduled document is due
   * then. `null`: never.
   */
  readonly until: number | null
}

export interface ServedResponse {
  readonly response: StoredResponse
  /** Status of the lookup. `STALE`: the database did not respond, so the response is an older one. */
  readonly status: 'HIT' | 'MISS' | 'STALE'
  readonly source: 'memory' | 'kv' | 'database'
  /** Remaining lifetime in whole seconds; 0 for a stale response. */
  readonly ttl: number
  /** As in `MadeResponse`. */
  readonly until: number | null
}
