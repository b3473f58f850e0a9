import { nearest } from '../../ground/nearest.ts'

/**
 * Returns a hint with the most similar valid name or, if none is similar, with all of them. Returns no hint if there
 * are none, or more than `MAX_LISTED`.
 */
export function didYouMean(name: string, names: readonly string[]): { readonly hint?: string } {
  const near = nearest(name, names)
  if (near !== undefined) return { hint: `Did you mean '${near}'?` }
  if (names.length === 0 || names.length > MAX_LISTED) return {}
  return { hint: `Possible: ${[...names].sort().join(', ')}.` }
}

/** Maximum number of names that a hint lists. */
const MAX_LISTED = 24
