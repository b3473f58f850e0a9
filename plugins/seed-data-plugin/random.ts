/** A source of random numbers. The numbers are the same for the same key, on every machine. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number
  /** Returns a whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Returns a random member of a list that is not empty. */
  pick<T>(from: readonly T[]): T
  /** Returns true with the given probability, from 0 to 1. */
  chance(part: number): boolean
}

/** Seed of a sequence of numbers: the given seed, the kind of value, and its index. */
export type Key = readonly (string | number)[]

/** Creates the sequence for a key (sfc32 by Chris Doty-Humphrey, public domain). */
export function createRandom(key: Key): Random {
  let [a, b, c, counter] = hash128(key)
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round += 1) next()
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: (from) => from[integer(0, from.length - 1)] as (typeof from)[number], // the list is not empty
    chance: (part) => next() < part,
  }
}

/** Hashes a key to 128 bits: four lanes of a multiplicative hash, mixed with each other at the end. */
export function hash128(key: Key): [number, number, number, number] {
  const text = key.join('\u0000')
  let a = 1_779_033_703
  let b = 3_144_134_277
  let c = 1_013_904_242
  let d = 2_773_480_762
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597_399_067)
    b = c ^ Math.imul(b ^ code, 2_869_860_233)
    c = d ^ Math.imul(c ^ code, 951_274_213)
    d = a ^ Math.imul(d ^ code, 2_716_044_179)
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067)
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233)
  c = Math.imul(a ^ (c >>> 17), 951_274_213)
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179)
  const all = a ^ b ^ c ^ d
  return [all >>> 0, (b ^ all) >>> 0, (c ^ all) >>> 0, (d ^ all) >>> 0]
}
