import { readOrientation, writeOrientation } from './orientation.ts'
import { DamagedFile, type Gathered, type Inspector, pass } from './steps.ts'

/** Chunks that change how the picture looks (PNG, third edition); all other optional chunks are removed. */
const WANTED = new Set('tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '))
/**
 * Chunks of text, times and programs. A chunk with an unknown name may be a damaged chunk of a known name, which its
 * checksum reveals.
 */
const METADATA = new Set('tEXt zTXt iTXt tIME eXIf caBX dSIG iDOT mkBF mkBS mkBT prVW vpAg'.split(' '))
/** Maximum length of a chunk that is buffered to check it, in bytes. */
const MAX_UNKNOWN = 1_048_576

/** Maximum length of an EXIF block that is read, in bytes. */
const MAX_EXIF = 1_048_576

/** Inspects PNG. Removes text, times, EXIF except the orientation, and everything after the end. */
export function* inspectPng(facts: Gathered): Inspector {
  yield* pass(8)
  for (;;) {
    const head = yield { kind: 'peek', length: 8 }
    const view = new DataView(head.buffer, head.byteOffset, 8)
    const length = view.getUint32(0)
    const type = String.fromCharCode(...head.subarray(4))
    if (!/^[A-Za-z]{4}$/.test(type)) throw new DamagedFile()
    const whole = 8 + length + 4
    if (type === 'eXIf' && length <= MAX_EXIF) {
      yield { kind: 'skip', length: 8 }
      facts.orientation ??= readOrientation(yield { kind: 'read', length })
      yield { kind: 'skip', length: 4 }
      if (facts.orientation !== undefined) yield { kind: 'emit', bytes: exifChunk(facts.orientation) }
      continue
    }
    const isCritical = (head[4] ?? 0) < 0x61
    if (!isCritical && !WANTED.has(type)) {
      if (METADATA.has(type)) yield { kind: 'skip', length: whole }
      else if (whole > MAX_UNKNOWN) throw new DamagedFile()
      else if (!isWhole(yield { kind: 'read', length: whole })) throw new DamagedFile()
      continue
    }
    // The header comes first (PNG, third edition, section 5.6).
    if (type !== 'IHDR' && facts.width === undefined) throw new DamagedFile()
    if (type === 'IDAT') facts.hasPicture = true
    if (type === 'IHDR' && length >= 8) {
      const size = yield { kind: 'peek', length: 16 }
      const sizes = new DataView(size.buffer, size.byteOffset, 16)
      facts.width ??= sizes.getUint32(8)
      facts.height ??= sizes.getUint32(12)
    }
    yield { kind: 'copy', length: whole }
    if (type === 'IEND') return { rest: 'skip' }
  }
}

function exifChunk(orientation: number): Uint8Array {
  const data = writeOrientation(orientation)
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  chunk.set([0x65, 0x58, 0x49, 0x66], 4) // eXIf
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)))
  return chunk
}

/** Tells whether the checksum at the end of a chunk matches its name and its data. */
function isWhole(chunk: Uint8Array): boolean {
  const end = chunk.length - 4
  return crc32(chunk.subarray(4, end)) === new DataView(chunk.buffer, chunk.byteOffset).getUint32(end)
}

/** Computes the CRC-32 of PNG, bit by bit, since the data is seldom long. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
