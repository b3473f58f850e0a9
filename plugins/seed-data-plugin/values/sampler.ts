import type { Sampler } from 'lintel'
import { momentIn } from '../identity.ts'
import type { Making } from './making.ts'
import { words } from './text.ts'

/** Makes the sampler for field types. It takes its random numbers from `random`. */
export function samplerOn({ random, index, reference, language }: Making): Sampler {
  let last = index
  return {
    random: () => random.next(),
    integer: (min, max) => random.integer(min, max),
    pick: (from) => random.pick(from),
    words: (count) => words(random, count, language),
    reference,
    time: () => momentIn(random),
    next: () => {
      last += 1
      return last
    },
  }
}
