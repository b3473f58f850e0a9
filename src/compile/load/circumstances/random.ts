import crypto from 'node:crypto'
import type { Note, Replacement } from '../replace.ts'

/** Returns replacements that derive random values from a seed. */
export function random(seed: number, note: Note): Replacement[] {
  const next = generator(seed)
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(next() * 256)))
  const fill = <T extends NodeJS.ArrayBufferView>(array: T): T => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes(array.byteLength))
    return array
  }
  const range = (from: number, to?: number) =>
    to === undefined ? Math.floor(next() * from) : from + Math.floor(next() * (to - from))
  const uuid = () =>
    bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  const read = (holder: object, prefix: string, functions: object): Replacement[] =>
    Object.entries(functions).map(([name, make]) => ({
      holder,
      name,
      value: (...args: unknown[]) => {
        note(`${prefix}${name}()`)
        return answer(make(...args), args.at(-1))
      },
    }))
  return [
    ...read(Math, 'Math.', { random: next }),
    ...read(globalThis.crypto, 'crypto.', { randomUUID: uuid, getRandomValues: fill }),
    ...read(crypto, '', {
      randomUUID: uuid,
      randomBytes: bytes,
      randomInt: range,
      randomFillSync: fill,
      randomFill: fill,
    }),
  ]
}

/** Returns a value, or passes it to the callback if the last argument is one, as Node does. */
function answer(value: unknown, last: unknown): unknown {
  if (typeof last !== 'function') return value
  queueMicrotask(() => last(null, value))
  return undefined
}

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), which uses the algorithm mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
