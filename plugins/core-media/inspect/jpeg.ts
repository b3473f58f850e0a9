import { readOrientation, writeOrientation } from './orientation.ts'
import { DamagedFile, type Gathered, type Inspector, type Step } from './steps.ts'

const EXIF = 'Exif\0\0'

/**
 * Inspects JPEG (ITU T.81). Keeps everything that the picture needs, and its orientation. Removes EXIF, XMP, IPTC,
 * comments, previews, and everything after the end of the picture, such as further pictures with EXIF of their own.
 */
export function* inspectJpeg(facts: Gathered): Inspector {
  yield { kind: 'emit', bytes: yield { kind: 'read', length: 2 } }
  for (;;) {
    const marker = yield* nextMarker()
    if (marker === END) {
      yield { kind: 'emit', bytes: Uint8Array.of(0xff, END) }
      return { rest: 'skip' }
    }
    if (isBare(marker)) {
      yield { kind: 'emit', bytes: Uint8Array.of(0xff, marker) }
      continue
    }
    const [high = 0, low = 0] = yield { kind: 'read', length: 2 }
    const length = ((high << 8) | low) - 2
    if (length < 0) throw new DamagedFile()
    const head = Uint8Array.of(0xff, marker, high, low)
    if (marker === APP1) yield* replaceExif(yield { kind: 'read', length }, facts)
    else if (isFrame(marker)) yield* readFrame(head, length, facts)
    else if (marker === COMMENT || (marker >= APP0 && marker <= APP15)) yield* sift(marker, head, length)
    else yield* copySegment(head, length)
    if (marker !== SCAN) continue
    if (facts.height === undefined) throw new DamagedFile() // the frame comes before its scans
    facts.hasPicture = true
    yield* copyScan()
  }
}

const END = 0xd9
const SCAN = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe

/** Tells whether a marker has no length: restart markers, SOI and TEM. */
function isBare(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01
}

/** Tells whether a marker is one of SOF0 to SOF15, which contain the size; DHT, JPG and DAC in this range are not. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/**
 * Finds the next marker, after fill bytes. Decoders skip other bytes, but it is unclear whether these belong to a
 * picture or to metadata with a wrong length.
 */
function* nextMarker(): Generator<Step, number, Uint8Array> {
  for (;;) {
    const [first, marker = 0] = yield { kind: 'peek', length: 2 }
    if (first !== 0xff || marker === 0) throw new DamagedFile()
    if (marker === 0xff) yield { kind: 'copy', length: 1 }
    else {
      yield { kind: 'read', length: 2 }
      return marker
    }
  }
}

function* readFrame(head: Uint8Array, length: number, facts: Gathered): Generator<Step, void, Uint8Array> {
  yield { kind: 'emit', bytes: head }
  if (length < 5) return void (yield { kind: 'copy', length })
  const frame = yield { kind: 'read', length: 5 }
  yield { kind: 'emit', bytes: frame }
  yield { kind: 'copy', length: length - 5 }
  facts.height ??= ((frame[1] ?? 0) << 8) | (frame[2] ?? 0)
  facts.width ??= ((frame[3] ?? 0) << 8) | (frame[4] ?? 0)
}

function* replaceExif(segment: Uint8Array, facts: Gathered): Generator<Step, void, Uint8Array> {
  if (facts.orientation !== undefined || !startsWith(segment, EXIF)) return
  const orientation = readOrientation(segment.subarray(EXIF.length))
  if (orientation === undefined) return
  facts.orientation = orientation
  const tiff = writeOrientation(orientation)
  const length = 2 + EXIF.length + tiff.length
  const name = new TextEncoder().encode(EXIF)
  yield { kind: 'emit', bytes: Uint8Array.of(0xff, APP1, length >> 8, length & 0xff, ...name, ...tiff) }
}

function* copySegment(head: Uint8Array, length: number): Generator<Step, void, Uint8Array> {
  yield { kind: 'emit', bytes: head }
  yield { kind: 'copy', length }
}

const WANTED: { readonly [marker: number]: string } = { [APP0]: 'JFIF\0', [APP2]: 'ICC_PROFILE\0', [APP14]: 'Adobe' }

/** Removes application data, except JFIF, the color profile and Adobe's color transform. */
function* sift(marker: number, head: Uint8Array, length: number): Generator<Step, void, Uint8Array> {
  const prefix = WANTED[marker]
  if (prefix === undefined || length < prefix.length) return void (yield { kind: 'skip', length })
  const name = yield { kind: 'peek', length: prefix.length }
  if (startsWith(name, prefix)) yield* copySegment(head, length)
  else yield { kind: 'skip', length }
}

/** Copies compressed data up to the next marker. */
function* copyScan(): Generator<Step, void, Uint8Array> {
  for (;;) {
    yield { kind: 'copyUntil', byte: 0xff }
    const [, next = 0] = yield { kind: 'peek', length: 2 }
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return
    yield { kind: 'copy', length: next === 0xff ? 1 : 2 }
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && [...text].every((character, index) => bytes[index] === character.charCodeAt(0))
}
