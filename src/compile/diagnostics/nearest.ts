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

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string): number {
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] ?? 0) + 1)
      current.push(best)
    }
    older = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
