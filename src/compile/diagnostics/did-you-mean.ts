import { nearest } from '../../ground/nearest.ts'

/** The hint that names the nearest of the valid names, if one is near enough to be what was meant; else all of them. */
export function didYouMean(name: string, names: readonly string[]): { readonly hint?: string } {
  const near = nearest(name, names)
  if (near !== undefined) return { hint: `Did you mean '${near}'?` }
  if (names.length === 0 || names.length > MAX_LISTED) return {}
  return { hint: `Possible: ${[...names].sort().join(', ')}.` }
}

/** More names than this are not worth reading in a hint. */
const MAX_LISTED = 24
