import type { Entry } from './entry.ts'
import type { KeyMatcher } from './keys.ts'

/** Entries in the memory of one isolate, up to a maximum number of bytes; the least recently used is evicted first. */
export interface MemoryTier {
  /** Returns the entry, whatever its age, and marks it as the most recently used. */
  get(key: string): KeptEntry | undefined
  /**
   * Stores an entry in place of an older one with its key. An entry of more than an eighth of the tier is not stored.
   */
  set(entry: Entry, bytes: number): void
  /** Drops matching entries that were made no later than `until`, in milliseconds since the epoch. Returns how many. */
  drop(matches: KeyMatcher, until: number): number
  /** Returns all entries, the most recently used last. */
  entries(): readonly KeptEntry[]
  /** Returns the number of bytes in use. */
  bytes(): number
}

export interface KeptEntry extends Entry {
  readonly bytes: number
  hits: number
}

/** Maximum share of the tier that one entry may take. */
const LARGEST_SHARE = 1 / 8

/** Bytes that an entry takes besides its key and value: objects, slots of maps, numbers. A high estimate. */
const OVERHEAD = 512

export function createMemoryTier(maxBytes: number): MemoryTier {
  const kept = new Map<string, KeptEntry>()
  let used = 0
  const remove = (entry: KeptEntry) => {
    kept.delete(entry.key)
    used -= entry.bytes
  }
  return {
    get: (key) => {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry
    },
    set: (entry, size) => {
      const earlier = kept.get(entry.key)
      if (earlier) remove(earlier)
      const bytes = size + bytesOf(entry.key) + OVERHEAD
      if (bytes > maxBytes * LARGEST_SHARE) return
      kept.set(entry.key, { ...entry, bytes, hits: 0 })
      used += bytes
      for (const oldest of kept.values()) {
        if (used <= maxBytes) break
        remove(oldest)
      }
    },
    drop: (matches, until) => {
      const dropped = [...kept.values()].filter(({ key, createdAt }) => createdAt <= until && matches(key))
      for (const entry of dropped) remove(entry)
      return dropped.length
    },
    entries: () => [...kept.values()],
    bytes: () => used,
  }
}

/**
 * Returns the number of bytes that V8 needs for a string: one for each character, or two if any character is beyond
 * Latin-1.
 */
export function bytesOf(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0xff) return text.length * 2
  }
  return text.length
}
