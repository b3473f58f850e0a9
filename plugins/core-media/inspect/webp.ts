import { readOrientation, writeOrientation } from './orientation.ts'
import { DamagedFile, type Gathered, type Inspector, pass } from './steps.ts'

/** Flag of VP8X: "XMP metadata follows". */
const XMP_FLAG = 0x04
/** Maximum length of an EXIF block that is read, in bytes. */
const MAX_EXIF = 1_048_576

/**
 * Inspects WebP. The container's length is at its beginning, so nothing inside is removed: bytes that must not be
 * served are overwritten with zeros. Of EXIF, only the orientation is kept; XMP and unknown chunks are emptied;
 * everything after the end is removed.
 */
export function* inspectWebp(facts: Gathered): Inspector {
  const start = yield* pass(12)
  const end = 8 + uint32(start, 4)
  let offset = 12
  while (offset + 8 <= end) {
    const head = yield* pass(8)
    const type = String.fromCharCode(...head.subarray(0, 4))
    const length = uint32(head, 4)
    if (!/^[\x20-\x7e]{4}$/.test(type)) throw new DamagedFile()
    const padded = length + (length % 2)
    offset += 8 + padded
    if (type === 'VP8X' && length >= 10) {
      const [flags = 0, ...rest] = yield { kind: 'read', length: 10 }
      yield { kind: 'emit', bytes: Uint8Array.of(flags & ~XMP_FLAG, ...rest) }
      facts.width ??= 1 + uint24(rest, 3)
      facts.height ??= 1 + uint24(rest, 6)
      yield { kind: 'copy', length: padded - 10 }
    } else if (type === 'EXIF' && length <= MAX_EXIF) {
      facts.orientation ??= readOrientation(withoutName(yield { kind: 'read', length: padded }))
      yield { kind: 'emit', bytes: exif(facts.orientation, padded) }
    } else if (WANTED.has(type)) {
      if (PICTURE.has(type)) facts.hasPicture = true
      if (facts.width === undefined && length >= 10) readSize(type, yield { kind: 'peek', length: 10 }, facts)
      yield { kind: 'copy', length: padded }
    } else {
      // A chunk that is longer than its container is not a chunk: the length of an earlier one is wrong.
      if (offset > end) throw new DamagedFile()
      yield { kind: 'replace', length: padded, bytes: NOTHING }
    }
  }
  if (offset < end) yield { kind: 'copy', length: end - offset } // too short for a chunk
  return { rest: 'skip' }
}

const WANTED = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const PICTURE = new Set(['VP8 ', 'VP8L', 'ANMF'])
const NOTHING = new Uint8Array(0)

/** Removes the name that JPEG has before an EXIF block, and that some programs also write in WebP. */
function withoutName(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0x45 ? bytes.subarray(6) : bytes
}

function exif(orientation: number | undefined, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const block = orientation === undefined ? NOTHING : writeOrientation(orientation)
  if (block.length <= length) bytes.set(block)
  return bytes
}

/**
 * Reads the size of a picture without VP8X: in lossy pictures from the frame header, in lossless ones from the first
 * bits.
 */
function readSize(type: string, data: Uint8Array, facts: Gathered): void {
  if (type === 'VP8 ') {
    facts.width = (((data[7] ?? 0) << 8) | (data[6] ?? 0)) & 0x3fff
    facts.height = (((data[9] ?? 0) << 8) | (data[8] ?? 0)) & 0x3fff
  }
  if (type === 'VP8L') {
    const bits = uint32(data, 1)
    facts.width = (bits & 0x3fff) + 1
    facts.height = ((bits >>> 14) & 0x3fff) + 1
  }
}

function uint32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, true)
}

function uint24(bytes: readonly number[], offset: number): number {
  return (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8) | ((bytes[offset + 2] ?? 0) << 16)
}
