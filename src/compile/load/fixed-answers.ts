/**
 * Chance as a library meets it that asks for it while it is loaded: the same in every process, so that whatever it makes
 * of it cannot tell two builds apart.
 */
let state = 0x5eed

/** From 0 (included) to 1 (excluded). */
export function fixedNumber(): number {
  // mulberry32
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

export function fixedBytes(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => fixedNumber() * 256)
}
