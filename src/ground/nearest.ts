import { distance } from 'fastest-levenshtein'

/**
 * Returns the name most similar to `wanted`, for "did you mean". At most two letters, and at most a third of them, may
 * differ; `undefined` if no name is that similar.
 */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  if (wanted.length > LONGEST) return undefined
  const allowed = Math.min(2, Math.max(1, Math.ceil(wanted.length / 3)))
  const ranked = [...names]
    .map((name) => ({ name, difference: distance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ difference }) => difference <= allowed)
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1))
  return ranked[0]?.name
}

/**
 * Maximum length of a compared name in characters, so that comparing a caller's input costs less than the response
 * itself.
 */
const LONGEST = 100
