import type { GenerationNumbers } from 'lintel'

/** Something kept, in whichever tier. Times are milliseconds since the epoch. */
export interface Entry {
  readonly key: string
  readonly value: unknown
  /** Tells forms of the value apart: entries of another version are nothing. */
  readonly version: string
  /** Time at which making it began. */
  readonly createdAt: number
  readonly expiresAt: number
  /** Time at which it changes by itself; `null`: never. */
  readonly until: number | null
  /** Generation of what it was made from. */
  readonly generations: GenerationNumbers
}

/** Tells whether an entry was made from what is there now, as far as that is known. */
export function isCurrent(entry: Entry, sources: readonly string[], generations: GenerationNumbers): boolean {
  for (const name of sources) {
    if ((entry.generations[name] ?? 0) < (generations[name] ?? 0)) return false
  }
  return true
}

/** Seconds until an entry ends, whole ones. */
export function remaining({ expiresAt }: Entry, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / 1000))
}
