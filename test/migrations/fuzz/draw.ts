import * as fc from 'fast-check'

/** Random choices, all of them made by fast-check, so that its seed repeats them. */
export interface Draw {
  /** From `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Once in so many times. */
  once(times: number): boolean
  pick<T>(from: readonly T[]): T
  /** Some of them, in their order. */
  some<T>(from: readonly T[], times: number): T[]
}

/** Arbitrary made by drawing. */
export function drawn<T>(make: (draw: Draw) => T): fc.Arbitrary<T> {
  return fc.gen().map((generate) => {
    const integer = (min: number, max: number) => generate(integers, min, max)
    const draw: Draw = {
      integer,
      once: (times) => integer(1, times) === times,
      // What is picked from holds something.
      pick: (from) => from[integer(0, from.length - 1)] as (typeof from)[number],
      some: (from, times) => from.filter(() => draw.once(times)),
    }
    return make(draw)
  })
}

const integers = (min: number, max: number) => fc.integer({ min, max })

/** The same items in another order. */
export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(draw.integer(0, left.length - 1), 1))
}
