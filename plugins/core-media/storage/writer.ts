import { MIN_PART, type Storage, type StoredPart } from './storage.ts'

/**
 * Writes a file whose length is not known in advance. Holds at most one part in memory; stores a file that is not
 * longer than a part only with `commit`.
 */
export interface Writer {
  /** Writes a chunk, and resolves when the storage is ready for more. */
  write(chunk: Uint8Array): Promise<void>
  /** Stores the file as an object, and frees the memory. A second call does nothing. */
  commit(): Promise<void>
  readonly isCommitted: boolean
  /** Deletes everything that was written. */
  discard(): Promise<void>
}

export function createWriter(storage: Storage, key: string, type: string): Writer {
  let part = new Uint8Array(0)
  let filled = 0
  let upload: string | null = null
  let isObject = false
  const parts: StoredPart[] = []

  const reserve = (length: number) => {
    if (filled + length <= part.length) return
    const grown = new Uint8Array(Math.min(MIN_PART, Math.max(part.length * 2, filled + length, 65_536)))
    grown.set(part.subarray(0, filled))
    part = grown
  }
  const flush = async () => {
    upload ??= await storage.createUpload(key, type)
    const number = parts.length + 1
    parts.push({ number, etag: await storage.putPart(key, upload, number, part.subarray(0, filled)) })
    filled = 0
  }
  return {
    write: async (chunk) => {
      for (let start = 0; start < chunk.length; ) {
        if (filled === MIN_PART) await flush()
        const taken = Math.min(chunk.length - start, MIN_PART - filled)
        reserve(taken)
        part.set(chunk.subarray(start, start + taken), filled)
        filled += taken
        start += taken
      }
    },
    commit: async () => {
      if (isObject) return
      isObject = true
      if (upload === null) await storage.put(key, part.subarray(0, filled), type)
      else {
        if (filled > 0) await flush()
        await storage.completeUpload(key, upload, parts)
      }
      part = new Uint8Array(0)
    },
    get isCommitted() {
      return isObject
    },
    discard: async () => {
      if (isObject) await storage.delete([key])
      else if (upload !== null) await storage.abortUpload(key, upload)
      part = new Uint8Array(0)
    },
  }
}
