import type { GenerationNumbers } from 'lintel'

/** A stored value, in either tier. Times are milliseconds since the epoch. */
export interface Entry {
  readonly key: string
  readonly value: unknown
  /** Version of the value's format: entries of another version are ignored. */
  readonly version: string
  /** Time at which the computation of the value began, or `set` was called. */
  readonly createdAt: number
  readonly expiresAt: number
  /** Time at which the value changes without a write; `null` if it never does. */
  readonly until: number | null
  /** Generations that the value was made from, by name. */
  readonly generations: GenerationNumbers
}

/** Tells whether an entry was made from the current generations of its sources, as far as these are known. */
export function isCurrent(entry: Entry, sources: readonly string[], generations: GenerationNumbers): boolean {
  for (const name of sources) {
    if ((entry.generations[name] ?? 0) < (generations[name] ?? 0)) return false
  }
  return true
}

/** Returns the number of whole seconds until an entry expires. */
export function remaining({ expiresAt }: Entry, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / 1000))
}
