import { type Gathered, type Inspector, pass, type Step } from './steps.ts'

const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b
const COMMENT = 0xfe
const APPLICATION = 0xff

/**
 * Application blocks that change how the picture looks: the number of repetitions of an animation, and the color
 * profile.
 */
const WANTED = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

/**
 * Inspects GIF (version 89a). Keeps pictures, their timing and colors; removes comments, XMP and other application
 * blocks, and everything after the end.
 */
export function* inspectGif(facts: Gathered): Inspector {
  const header = yield* pass(13)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  facts.width = view.getUint16(6, true)
  facts.height = view.getUint16(8, true)
  yield { kind: 'copy', length: tableLength(header[10]) }
  for (;;) {
    const [introducer = 0] = yield { kind: 'peek', length: 1 }
    if (introducer === IMAGE) {
      facts.hasPicture = true
      const descriptor = yield* pass(10)
      // The colors are followed by the minimum code size of the compressed pixels.
      yield { kind: 'copy', length: tableLength(descriptor[9]) + 1 }
      yield* blocks('copy')
    } else if (introducer === EXTENSION) {
      const kind = (yield* isWanted()) ? 'copy' : 'skip'
      yield { kind, length: 2 }
      yield* blocks(kind)
    } else if (introducer === END) {
      yield { kind: 'copy', length: 1 }
      return { rest: 'skip' }
    } else return { rest: 'copy' } // an unknown block: decoders stop here, or know it
  }
}

/** Returns the length of the color table that the flags announce, in bytes. */
function tableLength(flags = 0): number {
  return flags & 0x80 ? 3 << ((flags & 0x07) + 1) : 0
}

function* isWanted(): Generator<Step, boolean, Uint8Array> {
  const [, label] = yield { kind: 'peek', length: 2 }
  if (label !== APPLICATION) return label !== COMMENT
  const [, , length] = yield { kind: 'peek', length: 3 }
  if (length !== 11) return false
  const head = yield { kind: 'peek', length: 14 }
  return WANTED.has(String.fromCharCode(...head.subarray(3)))
}

/** Copies or skips blocks of at most 255 bytes, each after its length, up to an empty one. */
function* blocks(kind: 'copy' | 'skip'): Generator<Step, void, Uint8Array> {
  for (;;) {
    const [length = 0] = yield { kind: 'peek', length: 1 }
    yield { kind, length: length + 1 }
    if (length === 0) return
  }
}
