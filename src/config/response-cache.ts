/**
 * Stores responses to anonymous callers: the service `responses`. The runtime asks whichever active plugin provides it,
 * after access was decided, for responses that are the same for everybody who is not signed in.
 */
export interface ResponseCache {
  /** Maximum age of the generations that an isolate has read, in milliseconds. */
  readonly staleness: number
  /**
   * Returns a stored response, or one that is made now and stored.
   * @throws whatever making it throws, where nothing may be given instead
   */
  respond(request: CacheableRequest): Promise<ServedResponse>
}

/** Generations by name: of collections, of `users`, of whatever else has a row there. Without one it is 0. */
export type GenerationNumbers = Readonly<Record<string, number>>

/** A response as it is stored and served again. */
export interface StoredResponse {
  readonly status: 200
  /** JSON, the whole body. */
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export interface CacheableRequest {
  /** Tells requests apart, however they are spelled: `posts:limit:20:sort:title`, `posts/<id>`. */
  readonly name: string
  /** Tells programs apart: responses of one are nothing to another. */
  readonly program: string
  /** The collections that the response is made from. */
  readonly sources: readonly string[]
  /** The generations, as new as this isolate has to know them; `null` where the database did not say. */
  readonly generations: GenerationNumbers | null
  make(): Promise<MadeResponse>
}

/** A response with what it was made from. */
export interface MadeResponse {
  readonly response: StoredResponse
  /** Of the sources: the response is at least as new. */
  readonly generations: GenerationNumbers
  /**
   * Time at which it changes by itself, in milliseconds since the epoch: a scheduled document is due. `null`: never.
   */
  readonly until: number | null
}

export interface ServedResponse {
  readonly response: StoredResponse
  /** `STALE`: the database did not respond, and this is what was right before. */
  readonly status: 'HIT' | 'MISS' | 'STALE'
  readonly source: 'memory' | 'kv' | 'database'
  /** Remaining lifetime, in whole seconds; 0 for a stale one. */
  readonly ttl: number
  /** As in `MadeResponse`. */
  readonly until: number | null
}
