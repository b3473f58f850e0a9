/** The parts of a response that are cached. */
export interface Kept {
  readonly etag: string
  readonly text: string
  readonly headers: Headers
}

/** Responses by address, which are revalidated with their ETag before each use. */
export interface EtagCache {
  /** Returns the cached response for an address; `undefined` if there is none. */
  find(url: string): Kept | undefined
  /**
   * Returns the cached response if the service says that nothing has changed, otherwise the new response. Caches a new
   * response if it is successful, is JSON and has an ETag.
   * @param known the result of `find` before the request, since the entry may have been removed in the meantime
   */
  settle(url: string, known: Kept | undefined, response: Response): Promise<Response>
  clear(): void
}

/**
 * Creates an empty cache.
 * @param limit maximum number of characters of all responses together; the least recently used are removed first
 */
export function etagCache(limit: number): EtagCache {
  const kept = new Map<string, Kept>()
  let size = 0
  const drop = (url: string) => {
    size -= kept.get(url)?.text.length ?? 0
    kept.delete(url)
  }
  const keep = (url: string, entry: Kept) => {
    drop(url)
    kept.set(url, entry)
    size += entry.text.length
    for (const oldest of kept.keys()) {
      if (size <= limit) break
      drop(oldest)
    }
    return new Response(entry.text, { headers: entry.headers })
  }
  return {
    find: (url) => kept.get(url),
    settle: async (url, known, response) => {
      if (known && response.status === 304) return keep(url, known)
      const { headers } = response
      const etag = headers.get('etag')
      if (!response.ok || !etag || !headers.get('content-type')?.includes('json')) return response
      return keep(url, { etag, text: await response.text(), headers })
    },
    clear: () => {
      kept.clear()
      size = 0
    },
  }
}
