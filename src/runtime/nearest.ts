import { distance } from 'fastest-levenshtein'

/** The name most like `wanted`, for "did you mean"; `undefined` when none is close. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  if (wanted.length > LONGEST) return undefined
  let best: string | undefined
  let least = Math.max(2, Math.floor(wanted.length / 2)) + 1
  for (const name of names) {
    const difference = distance(wanted.toLowerCase(), name.toLowerCase())
    if (difference < least) {
      best = name
      least = difference
    }
  }
  return best
}

/** No name is longer, and comparing with what somebody sent must not cost more than answering. */
const LONGEST = 100
