/** A response that is kept. */
export interface Kept {
  readonly etag: string
  readonly text: string
  readonly headers: Headers
}

/** Responses by address, to ask only if they have changed. */
export interface EtagCache {
  /** The response that is kept for an address: its ETag is asked about. */
  find(url: string): Kept | undefined
  /**
   * The response to such a question: what is kept, where nothing has changed. Keeps what is new.
   * @param known what was found before the question, since it may have had to go meanwhile
   */
  settle(url: string, known: Kept | undefined, response: Response): Promise<Response>
  clear(): void
}

/** @param limit characters that all responses together may have; those that were used least lately go first */
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
