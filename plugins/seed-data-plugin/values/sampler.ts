import type { Sampler } from 'lintel'
import { momentIn } from '../identity.ts'
import type { Random } from '../random.ts'
import { words } from './text.ts'

/** Makes the sampler for a field's type, on our sequence of numbers. */
export function samplerOn(random: Random, first: number, reference: (target: string) => string | null): Sampler {
  let last = first
  return {
    random: () => random.next(),
    integer: (min, max) => random.integer(min, max),
    pick: (from) => random.pick(from),
    words: (count) => words(random, count),
    reference,
    time: () => momentIn(random),
    next: () => {
      last += 1
      return last
    },
  }
}
