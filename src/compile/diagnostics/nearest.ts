import { distance } from 'fastest-levenshtein'

/** The hint that names the nearest of the valid names, if one is near enough to be what was meant; else all of them. */
export function didYouMean(name: string, names: readonly string[]): { readonly hint?: string } {
  const near = nearest(name, names)
  if (near !== undefined) return { hint: `Did you mean '${near}'?` }
  if (names.length === 0 || names.length > MAX_LISTED) return {}
  return { hint: `Possible: ${[...names].sort().join(', ')}.` }
}

/** More names than this are not worth reading in a hint. */
const MAX_LISTED = 24

/** The name that differs least, by at most a third of its letters, and by one or two. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const allowed = Math.min(2, Math.max(1, Math.ceil(name.length / 3)))
  const ranked = names
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter((entry) => entry.distance <= allowed)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return ranked[0]?.candidate
}
