import type { Random } from '../random.ts'

interface Bounds {
  readonly integer?: boolean
  readonly min?: number
  readonly max?: number
}

/** Usual ranges by the name of the field; the first match wins. */
const RANGES: readonly (readonly [RegExp, number, number])[] = [
  [/price|amount|cost|fee/, 5, 500],
  [/rating|stars|score/, 1, 5],
  [/year/, 1990, 2026],
  [/age$/, 18, 90],
  [/percent|share/, 0, 100],
  [/latitude|^lat$/, -60, 60],
  [/longitude|^lng$|^lon$/, -180, 180],
  [/order|position|priority|rank|sort/, 0, 99],
  [/views|visits|count|likes|downloads/, 0, 50_000],
]

/** Returns a number within the field's bounds, of a size that suits its name. */
export function namedNumber(name: string, { integer = false, min, max }: Bounds, random: Random): number {
  const [, from, to] = RANGES.find(([pattern]) => pattern.test(name.toLowerCase())) ?? [null, 0, 1000]
  const low = Math.max(min ?? Number.NEGATIVE_INFINITY, Math.min(from, max ?? from))
  const high = Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(to, low))
  if (integer) return random.integer(Math.ceil(low), Math.max(Math.ceil(low), Math.floor(high)))
  const rounded = Math.round((low + random.next() * (high - low)) * 100) / 100
  return Math.min(Math.max(rounded, low), high)
}
