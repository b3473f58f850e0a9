/** Choices that follow from a seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** Both ends included. */
  integer(min: number, max: number): number
  pick<Value>(from: readonly Value[]): Value
  /** True in `share` of all cases. */
  chance(share: number): boolean
  /** Of each a chance to be among them, in order. */
  some<Value>(from: readonly Value[], share: number): Value[]
}

export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: (from) => from[integer(0, from.length - 1)] as (typeof from)[number], // no list here is empty
    chance: (share) => next() < share,
    some: (from, share) => from.filter(() => next() < share),
  }
}
