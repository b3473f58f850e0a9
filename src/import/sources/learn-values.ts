import type { Json } from 'lintel/importing'
import type { SourceKind, SourceValue } from './source.ts'

type Plain = Extract<SourceValue['is'], 'text' | 'number' | 'boolean' | 'json'>

/** Learns the meanings of values from the records, for a format that does not declare them. */
export interface LearnedKinds {
  learn(kind: string, values: { readonly [name: string]: Json }): void
  /** Returns the meanings of a kind's values by name, in the order in which the names appeared. */
  valuesOf(kind: string): SourceKind['values']
  names(): readonly string[]
}

export function learnKinds(): LearnedKinds {
  const kinds = new Map<string, Map<string, Plain | null>>()
  return {
    learn(kind, values) {
      const known = kinds.get(kind) ?? new Map<string, Plain | null>()
      kinds.set(kind, known)
      for (const [name, value] of Object.entries(values)) {
        const before = known.get(name) ?? null
        const now = meaningOf(value)
        known.set(name, before === null || now === null ? (before ?? now) : both(before, now))
      }
    },
    valuesOf: (kind) =>
      Object.fromEntries([...(kinds.get(kind) ?? [])].map(([name, is]) => [name, { is: is ?? 'text' }])),
    names: () => [...kinds.keys()],
  }
}

/**
 * Returns the meaning that covers two meanings: different simple values are text, since a title of digits is still a
 * title.
 */
function both(a: Plain, b: Plain): Plain {
  if (a === b) return a
  return a === 'json' || b === 'json' ? 'json' : 'text'
}

function meaningOf(value: Json): Plain | null {
  if (value === null) return null
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'json'
}
