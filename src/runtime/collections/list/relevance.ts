import { wordsIn } from '../../../ground/words.ts'

/** Values by which search results are sorted. */
export interface Relevance {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** Rank of the full-text index: the lower, the better. */
  readonly rank: number
  /** Degree to which the title matches (`matchOfTitle`). */
  readonly inTitle: number
}

/** Compares search results: by match of the title, then by rank, then by the time of the last change, newest first. */
export function byRelevance(a: Relevance, b: Relevance): number {
  return b.inTitle - a.inTitle || a.rank - b.rank || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)
}

/**
 * Returns how well a title matches: 3 if it consists of the words, 2 if it begins with them, 1 if each of them is the
 * beginning of a word in it, 0 otherwise.
 */
export function matchOfTitle(title: string, words: readonly string[]): number {
  const text = wordsIn(title)
  const phrase = words.join(' ')
  if (text.join(' ') === phrase) return 3
  if (text.join(' ').startsWith(phrase)) return 2
  return words.every((word) => text.some((one) => one.startsWith(word))) ? 1 : 0
}

/** Returns the longest word, which is the most distinctive. */
export function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best), '')
}
