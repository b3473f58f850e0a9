import { distance } from 'fastest-levenshtein'

/**
 * Returns the name most similar to `word`, for "did you mean"; `undefined` if none is similar enough. One letter may
 * differ in a word of up to three letters, two in a longer one.
 */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined
  const allowed = Math.min(2, Math.max(1, Math.ceil(word.length / 3)))
  const ranked = [...names]
    .map((name) => ({ name, difference: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ difference }) => difference <= allowed)
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1))
  return ranked[0]?.name
}

/**
 * Maximum length of a compared name in characters, so that comparing a caller's input costs less than the response
 * itself.
 */
const LONGEST = 100
