import { distance } from 'fastest-levenshtein'

/**
 * The name that differs least from `wanted`, for "did you mean": by at most a third of its letters, and by one or two.
 * `undefined` where none is that near.
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

/** Letters of the longest name that is compared: comparing with what somebody sent must not cost more than answering. */
const LONGEST = 100
