import { crc32, deflateSync } from 'node:zlib'

/** Bytes from texts, numbers and bytes in a row. */
export function bytesOf(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part as string, 'latin1'))),
    ),
  )
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff)
}

export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff)
}

export function u32le(value: number): Uint8Array {
  return u32(value).reverse()
}

export const PLACE = 'GPS 48.2082 N 16.3738 E'

/** An EXIF block with an orientation and a place. */
export function exifBlock(orientation: number): Uint8Array {
  const entry = (tag: number, type: number, count: number, value: Uint8Array) => [
    u16(tag),
    u16(type),
    u32(count),
    value,
  ]
  const text = bytesOf(PLACE, 0)
  return bytesOf(
    ...['MM', 0, 42, u32(8), u16(2)],
    ...entry(0x0112, 3, 1, bytesOf(u16(orientation), u16(0))),
    ...entry(0x010e, 2, text.length, u32(8 + 2 + 24 + 4)),
    u32(0),
    text,
  )
}

/** An EXIF block as telephones write it: a directory that leads to another one with latitude and longitude. */
export function gpsBlock(): Uint8Array {
  const entry = (tag: number, type: number, count: number, value: Uint8Array) => [
    u16(tag),
    u16(type),
    u32(count),
    value,
  ]
  const degrees = (...values: readonly number[]) => bytesOf(...values.flatMap((value) => [u32(value), u32(1)]))
  const [directory, first] = [8 + 2 + 12 + 4, 8 + 2 + 12 + 4 + 2 + 4 * 12 + 4]
  return bytesOf(
    ...['MM', 0, 42, u32(8), u16(1), ...entry(0x8825, 4, 1, u32(directory)), u32(0), u16(4)],
    ...entry(1, 2, 2, bytesOf('N', 0, 0, 0)),
    ...entry(2, 5, 3, u32(first)),
    ...entry(3, 2, 2, bytesOf('E', 0, 0, 0)),
    ...entry(4, 5, 3, u32(first + 24)),
    ...[u32(0), degrees(48, 12, 29), degrees(16, 22, 25)],
  )
}

export function jpegSegment(marker: number, ...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const body = bytesOf(...parts)
  return bytesOf(0xff, marker, u16(body.length + 2), body)
}

export interface JpegOptions {
  readonly width?: number
  readonly height?: number
  readonly orientation?: number
  /** Segments before the frame. */
  readonly segments?: readonly Uint8Array[]
  /** Compressed data, as long as wanted. */
  readonly data?: Uint8Array
  /** After the end of the picture. */
  readonly trailer?: Uint8Array
}

/** The structure of a JPEG file, with data that no decoder needs to understand. */
export function jpeg({ width = 40, height = 30, orientation, segments = [], data, trailer }: JpegOptions = {}) {
  return bytesOf(
    ...[0xff, 0xd8],
    jpegSegment(0xe0, 'JFIF', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0),
    ...(orientation === undefined ? [] : [jpegSegment(0xe1, 'Exif', 0, 0, exifBlock(orientation))]),
    ...segments,
    jpegSegment(0xc0, 8, u16(height), u16(width), 1, 1, 0x11, 0),
    jpegSegment(0xda, 1, 1, 0, 0, 63, 0),
    data ?? bytesOf(0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56),
    ...[0xff, 0xd9],
    trailer ?? '',
  )
}

export function pngChunk(type: string, ...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const body = bytesOf(type, ...parts)
  return bytesOf(u32(body.length - 4), body, u32(crc32(body)))
}

/** A whole PNG picture of one colour; `seed` makes it unlike others. */
export function png({
  width = 8,
  height = 6,
  seed = 0,
  chunks = [],
}: {
  readonly width?: number
  readonly height?: number
  readonly seed?: number
  readonly chunks?: readonly Uint8Array[]
} = {}): Uint8Array {
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.alloc(1 + width * 3, seed % 256).fill(0, 0, 1)),
  )
  return bytesOf(
    ...[0x89, 'PNG\r\n', 0x1a, '\n'],
    pngChunk('IHDR', u32(width), u32(height), 8, 2, 0, 0, 0),
    pngChunk('pHYs', u32(2835 + seed), u32(2835), 1),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND'),
  )
}

export function gif({ width = 5, height = 4 } = {}): Uint8Array {
  const u16le = (value: number) => u16(value).reverse()
  return bytesOf(
    'GIF89a',
    u16le(width),
    u16le(height),
    0,
    0,
    0,
    ',',
    u16le(0),
    u16le(0),
    u16le(1),
    u16le(1),
    0,
    2,
    1,
    0,
    0,
    ';',
  )
}

export function riffChunk(type: string, body: Uint8Array): Uint8Array {
  return bytesOf(type, u32le(body.length), body, body.length % 2 === 1 ? 0 : '')
}

export function webp(...chunks: readonly Uint8Array[]): Uint8Array {
  const body = bytesOf('WEBP', ...chunks)
  return bytesOf('RIFF', u32le(body.length), body)
}

/** The chunk that says how large a WebP picture is, and what else comes. */
export function vp8x(width: number, height: number, flags: number): Uint8Array {
  const u24le = (value: number) => u32le(value).subarray(0, 3)
  return riffChunk('VP8X', bytesOf(flags, 0, 0, 0, u24le(width - 1), u24le(height - 1)))
}

export function box(type: string, ...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const body = bytesOf(...parts)
  return bytesOf(u32(body.length + 8), type, body)
}

/** An MP4 file of 2.5 seconds with one picture track; the movie's header comes last, as recorders write it. */
export function mp4({ width = 320, height = 240, brand = 'isom', place = false, data = new Uint8Array(100) } = {}) {
  const zeros = (length: number) => new Uint8Array(length)
  const matrix = [u32(0x10000), u32(0), u32(0), u32(0), u32(0x10000), u32(0), u32(0), u32(0), u32(0x40000000)]
  const header = box('mvhd', u32(0), u32(0), u32(0), u32(1000), u32(2500), zeros(80))
  const track = box('tkhd', u32(0), zeros(36), ...matrix, u32(width << 16), u32(height << 16))
  const about = box('udta', box('\u00a9xyz', u16(PLACE.length), u16(0), PLACE))
  return bytesOf(
    box('ftyp', brand, u32(0), brand),
    box('mdat', data),
    box('moov', header, box('trak', track), place ? about : ''),
  )
}

interface Box {
  /** `moov/trak/tkhd` */
  readonly path: string
  readonly offset: number
  readonly body: Uint8Array
}

/** Boxes of a film with what is in them. */
export function boxesOf(file: Uint8Array, path = ''): Box[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const found: Box[] = []
  for (let offset = 0; offset + 8 <= file.length; ) {
    const isLong = view.getUint32(offset) === 1
    const size = (isLong ? Number(view.getBigUint64(offset + 8)) : view.getUint32(offset)) || file.length - offset
    const inner = path + text(file.subarray(offset + 4, offset + 8))
    const body = file.subarray(offset + (isLong ? 16 : 8), offset + size)
    found.push({ path: inner, offset, body })
    if (['moov', 'moov/trak'].includes(inner)) found.push(...boxesOf(body, `${inner}/`))
    offset += size
  }
  return found
}

/** A film as telephones and cameras write it, which says in every way there is where it was made. */
export function filmWithPlaces(data: Uint8Array<ArrayBuffer>): Uint8Array {
  const boxes = new Map(boxesOf(mp4({ data })).map(({ path, body }) => [path, body]))
  const kept = (path: string) => box(path.slice(-4), boxes.get(path) ?? new Uint8Array(0))
  const xmp = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
  const other = Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex')
  const long = bytesOf(u32(1), 'udta', u32(0), u32(16 + PLACE.length), PLACE)
  return bytesOf(
    kept('ftyp'),
    box('uuid', xmp, `<x:xmpmeta>${PLACE}</x:xmpmeta>`),
    kept('mdat'),
    box(
      'moov',
      kept('moov/mvhd'),
      box(
        'trak',
        kept('moov/trak/tkhd'),
        box('meta', u32(0), box('ilst', PLACE)),
        box('udta', box('\u00a9xyz', PLACE)),
      ),
      box('meta', u32(0), box('keys', 'com.apple.quicktime.location.ISO6709'), box('ilst', PLACE)),
      long,
      box('uuid', other, 'a panorama'),
    ),
    bytesOf(u32(0), 'meta', u32(0), PLACE), // to the end of the file
  )
}

/** A second of silence: 8,000 bytes a second, mono. */
export function wav(): Uint8Array {
  const u16le = (value: number) => u16(value).reverse()
  const format = bytesOf(u16le(1), u16le(1), u32le(8000), u32le(8000), u16le(1), u16le(8))
  return bytesOf('RIFF', u32le(36 + 8000), 'WAVE', riffChunk('fmt ', format), riffChunk('data', new Uint8Array(8000)))
}

/** MPEG 1 layer 3 at 44,100 Hz, with a table that counts 100 frames. */
export function mp3(): Uint8Array {
  const tag = bytesOf('ID3', 3, 0, 0, 0, 0, 0, 20, new Uint8Array(20))
  const frame = () => bytesOf(0xff, 0xfb, 0x90, 0x00)
  const first = bytesOf(frame(), new Uint8Array(32), 'Xing', u32(1), u32(100), new Uint8Array(417 - 48))
  return bytesOf(tag, first, ...Array.from({ length: 3 }, () => bytesOf(frame(), new Uint8Array(413))))
}

export function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
