interface Kept {
  readonly etag: string
  readonly text: string
  readonly headers: Headers
}

/** Responses by address, to ask only if they have changed. */
export interface EtagCache {
  /** The ETag of the response that is kept for an address. */
  etag(url: string): string | undefined
  /** The response to a question that named the ETag: what is kept, where nothing has changed. Keeps what is new. */
  settle(url: string, response: Response): Promise<Response>
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
    etag: (url) => kept.get(url)?.etag,
    settle: async (url, response) => {
      const known = kept.get(url)
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
