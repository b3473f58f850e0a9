import { type Gathered, type Inspector, pass, type Step } from './steps.ts'

/** Boxes that are looked into, by how deep they lie. */
const CONTAINERS = ['moov', 'trak']
/** A file has some dozens of boxes, and a film in fragments some thousands. */
const MAX_BOXES = 20_000
/** Boxes about a place, a person or a device: their bytes become a `free` box of zeros, so that no offset moves. */
const PRIVATE = new Set(['udta', 'meta'])

/** MP4, QuickTime and M4A (ISO 14496-12). Goes on as it is but for what describes where and by whom it was made. */
export function* inspectMp4(facts: Gathered): Inspector {
  yield* walk(Number.POSITIVE_INFINITY, 0, facts)
  return { rest: 'copy' }
}

function* walk(length: number, depth: number, facts: Gathered): Generator<Step, void, Uint8Array> {
  let left = length
  for (let count = 0; left >= 8 && count < MAX_BOXES; count += 1) {
    const head = yield { kind: 'peek', length: 8 }
    const type = String.fromCharCode(...head.subarray(4, 8))
    const { size, headerSize } = yield* readSize(head)
    if (size < headerSize || size > left) break
    left -= size
    const body = size - headerSize
    if (depth > 0 && PRIVATE.has(type)) {
      yield* blank(headerSize, body)
      continue
    }
    yield { kind: 'copy', length: headerSize }
    if (type === CONTAINERS[depth]) yield* walk(body, depth + 1, facts)
    else if (type === 'mvhd' && body >= 32) yield* readMovieHeader(body, facts)
    else if (type === 'tkhd' && body >= 84) yield* readTrackHeader(body, facts)
    else yield { kind: 'copy', length: body }
  }
  // What is no box, or one too many, goes on unseen; at the top that is the rest of the file.
  if (depth > 0 && left > 0) yield { kind: 'copy', length: left }
}

/** A box's size with its header: in 32 bits, or in 64 behind the type. One that says 0 goes to the end of the file. */
function* readSize(head: Uint8Array): Generator<Step, { size: number; headerSize: number }, Uint8Array> {
  const size = viewOf(head).getUint32(0)
  if (size === 0) return { size: 0, headerSize: 8 }
  if (size !== 1) return { size, headerSize: 8 }
  const long = yield { kind: 'peek', length: 16 }
  return { size: Number(viewOf(long).getBigUint64(8)), headerSize: 16 }
}

function* blank(headerSize: number, body: number): Generator<Step, void, Uint8Array> {
  const head = (yield { kind: 'read', length: headerSize }).slice()
  head.set([0x66, 0x72, 0x65, 0x65], 4) // free
  yield { kind: 'emit', bytes: head }
  yield { kind: 'skip', length: body }
  for (let left = body; left > 0; left -= ZEROS.length) yield { kind: 'emit', bytes: ZEROS.subarray(0, left) }
}

const ZEROS = new Uint8Array(65_536)

function* readMovieHeader(body: number, facts: Gathered): Generator<Step, void, Uint8Array> {
  const header = viewOf(yield* pass(32))
  yield { kind: 'copy', length: body - 32 }
  const isLong = header.getUint8(0) === 1
  const scale = header.getUint32(isLong ? 20 : 12)
  const duration = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16)
  const isUnknown = duration === 0xffffffff
  if (scale > 0 && duration > 0 && !isUnknown) facts.duration = Math.round((duration / scale) * 1000) / 1000
}

/** The first track with a size is the picture. Its matrix may lay it on its side, as telephones do. */
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
