import type { Sampler } from '../../../fields/field-type.ts'

/** Words that test encodings, quotes and word boundaries. */
const WORDS = [
  'river',
  'Straße',
  'naïve',
  'paper',
  '日本',
  'night',
  "o'clock",
  '"quoted"',
  'emoji 🙂',
  'council',
  '50%',
]

/**
 * Creates a sampler that returns the same values for the same seed.
 * @param salt text for which the values are different, although `next` counts from the same seed
 */
export function createSampler(seed: number, reference: Sampler['reference'], salt = ''): Sampler {
  let state = [...salt].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), seed)
  let last = seed
  const random = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  return {
    random,
    integer,
    // Callers pass a list that is not empty.
    pick: (from) => from[integer(0, from.length - 1)] as (typeof from)[number],
    words: (count) => Array.from({ length: count }, () => WORDS[integer(0, WORDS.length - 1)]).join(' '),
    reference,
    time: () => SAMPLED_SINCE + integer(0, 600) * DAY,
    next: () => {
      last += 1
      return last
    },
  }
}

const DAY = 86_400_000
const SAMPLED_SINCE = Date.UTC(2025, 0, 1)
