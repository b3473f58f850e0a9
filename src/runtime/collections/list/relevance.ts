import { wordsIn } from './search-words.ts'

/** Facts by which what a search has found is put in order. */
export interface Relevance {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** Of the full-text index: the lower the better. */
  readonly rank: number
  /** Degree to which the title matches. */
  readonly inTitle: number
}

/** Order of what a search has found: titles first, then by rank, then the newest. */
export function byRelevance(a: Relevance, b: Relevance): number {
  return b.inTitle - a.inTitle || a.rank - b.rank || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)
}

/** Degree to which a title matches: 3 for the same words, 2 for a beginning, 1 for all words, 0 for less. */
export function matchOfTitle(title: string, words: readonly string[]): number {
  const text = wordsIn(title)
  const phrase = words.join(' ')
  if (text.join(' ') === phrase) return 3
  if (text.join(' ').startsWith(phrase)) return 2
  return words.every((word) => text.some((one) => one.startsWith(word))) ? 1 : 0
}

/** The word that says most. */
export function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best), '')
}
