import { type Gathered, type Inspector, pass } from './steps.ts'

/**
 * Inspects WAV: computes the duration from the format's bytes per second and the length of the data. Keeps everything.
 */
export function* inspectWav(facts: Gathered): Inspector {
  yield* pass(12)
  let rate = 0
  for (;;) {
    const head = yield* pass(8)
    const type = String.fromCharCode(...head.subarray(0, 4))
    const length = uint32(head, 4)
    if (type === 'data') {
      if (rate > 0 && length < 0xffffffff) facts.duration = Math.round((length / rate) * 1000) / 1000
      return { rest: 'copy' }
    }
    if (type === 'fmt ' && length >= 12) rate = uint32(yield { kind: 'peek', length: 12 }, 8)
    yield { kind: 'copy', length: length + (length % 2) }
  }
}

function uint32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, true)
}
