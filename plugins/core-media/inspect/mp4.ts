import { type Gathered, type Inspector, pass, type Step } from './steps.ts'

/** Boxes whose contents are inspected, by depth. */
const CONTAINERS = ['moov', 'trak']
/**
 * Maximum number of boxes in a file that are inspected: files have a few dozen, and in a stored file each takes a
 * request.
 */
const MAX_BOXES = 1000
/** Boxes about a place, a person or a device: they become `free` boxes of zeros, so that offsets stay the same. */
const PRIVATE = new Set(['udta', 'meta'])
/** Identifier of the box that holds XMP (Adobe, XMP Specification Part 3). */
const XMP = 'be7acfcb97a942e89c71999491e3afac'
const FREE = new TextEncoder().encode('free')
const NOTHING = new Uint8Array(0)

/**
 * Inspects MP4, QuickTime and M4A (ISO 14496-12). Keeps everything except metadata about the place, people and device
 * of the recording.
 */
export function* inspectMp4(facts: Gathered): Inspector {
  yield* walk(Number.MAX_SAFE_INTEGER, 0, facts, { boxes: MAX_BOXES })
  return { rest: 'copy' }
}

function* walk(
  length: number,
  depth: number,
  facts: Gathered,
  budget: { boxes: number },
): Generator<Step, void, Uint8Array> {
  let left = length
  for (; left >= 8 && budget.boxes > 0; budget.boxes -= 1) {
    const head = yield { kind: 'peek', length: 8 }
    const type = String.fromCharCode(...head.subarray(4, 8))
    // Thousands of fragments may follow; the description of the film comes before them.
    if (depth === 0 && type === 'moof') break
    const { size, headerSize } = yield* readSize(head, left)
    if (size < headerSize || size > left) break
    left -= size
    const body = size - headerSize
    if (PRIVATE.has(type) || (type === 'uuid' && body >= 16 && (yield* isXmp(headerSize)))) {
      yield* blank(headerSize, body)
      continue
    }
    yield { kind: 'copy', length: headerSize }
    if (type === CONTAINERS[depth]) yield* walk(body, depth + 1, facts, budget)
    else if (type === 'mvhd' && body >= 32) yield* readMovieHeader(body, facts)
    else if (type === 'tkhd' && body >= 84) yield* readTrackHeader(body, facts)
    else yield { kind: 'copy', length: body }
  }
  // Bytes that are not a box, or one box more than the maximum, are passed on unread; at the top level this is the rest
  // of the file.
  if (depth > 0 && left > 0) yield { kind: 'copy', length: left }
}

/**
 * Reads a box's size including its header: in 32 bits, or in 64 after the type. A size of 0 means that the box extends
 * to the end.
 */
function* readSize(head: Uint8Array, left: number): Generator<Step, { size: number; headerSize: number }, Uint8Array> {
  const size = viewOf(head).getUint32(0)
  if (size === 0) return { size: left, headerSize: 8 }
  if (size !== 1) return { size, headerSize: 8 }
  const long = yield { kind: 'peek', length: 16 }
  return { size: Number(viewOf(long).getBigUint64(8)), headerSize: 16 }
}

/** Tells whether a `uuid` box holds XMP: its identifier follows the header. */
function* isXmp(headerSize: number): Generator<Step, boolean, Uint8Array> {
  const head = yield { kind: 'peek', length: headerSize + 16 }
  return Buffer.from(head.subarray(headerSize)).toString('hex') === XMP
}

/** Overwrites a box with zeros: keeps the length in its header, and changes its type to `free`. */
function* blank(headerSize: number, body: number): Generator<Step, void, Uint8Array> {
  yield { kind: 'copy', length: 4 }
  if (headerSize === 8) return void (yield { kind: 'replace', length: 4 + body, bytes: FREE })
  yield { kind: 'replace', length: 4, bytes: FREE }
  yield { kind: 'copy', length: 8 }
  yield { kind: 'replace', length: body, bytes: NOTHING }
}

function* readMovieHeader(body: number, facts: Gathered): Generator<Step, void, Uint8Array> {
  const header = viewOf(yield* pass(32))
  yield { kind: 'copy', length: body - 32 }
  const isLong = header.getUint8(0) === 1
  const scale = header.getUint32(isLong ? 20 : 12)
  const duration = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16)
  const isUnknown = duration === 0xffffffff
  if (scale > 0 && duration > 0 && !isUnknown) facts.duration = Math.round((duration / scale) * 1000) / 1000
}

/**
 * Reads the header of a track. The first track that has a size is the picture; its matrix may rotate the picture, as
 * phones do.
 */
function* readTrackHeader(body: number, facts: Gathered): Generator<Step, void, Uint8Array> {
  const bytes = yield* pass(84)
  const header = viewOf(bytes)
  const isLong = header.getUint8(0) === 1
  const rest = isLong ? viewOf(yield* pass(Math.min(12, body - 84))) : null
  yield { kind: 'copy', length: body - 84 - (rest?.byteLength ?? 0) }
  if (facts.width !== undefined || (isLong && rest?.byteLength !== 12)) return
  const width = (rest ? rest.getUint32(4) : header.getUint32(76)) / 65_536
  const height = (rest ? rest.getUint32(8) : header.getUint32(80)) / 65_536
  if (width < 1 || height < 1) return
  const matrix = isLong ? 52 : 40
  const isOnItsSide = header.getInt32(matrix) === 0 && header.getInt32(matrix + 4) !== 0
  facts.width = Math.round(isOnItsSide ? height : width)
  facts.height = Math.round(isOnItsSide ? width : height)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
