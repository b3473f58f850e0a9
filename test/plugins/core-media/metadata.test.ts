import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import {
  bytesOf,
  exifBlock,
  gif,
  jpeg,
  jpegSegment,
  mp3,
  mp4,
  PLACE,
  png,
  pngChunk,
  riffChunk,
  text,
  u32,
  vp8x,
  wav,
  webp,
} from './files.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()

async function stored(bytes: Uint8Array, type: string) {
  const { status, body } = await upload(service, { bytes, name: 'file', type })
  expect([status, body.code]).toEqual([201, undefined])
  const item = await service.json(`/api/media/${body.data.id}`, { headers: as('viewer') })
  return { item: item.body.data, bytes: (await served(service, body.data.url)).bytes }
}

/** Marker by marker, up to the compressed data. */
function segmentsOf(file: Uint8Array): string[] {
  const found: string[] = []
  for (let offset = 2; file[offset] === 0xff && file[offset + 1] !== 0xda; ) {
    const length = ((file[offset + 2] ?? 0) << 8) | (file[offset + 3] ?? 0)
    found.push((file[offset + 1] ?? 0).toString(16))
    offset += 2 + length
  }
  return found
}

function isIn(part: Uint8Array, whole: Uint8Array): boolean {
  return Buffer.from(whole).includes(Buffer.from(part))
}

describe('JPEG', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'shows the size that orientation %i gives, and keeps no place',
    async (orientation) => {
      const isOnItsSide = orientation >= 5
      const { item, bytes } = await stored(jpeg({ width: 400, height: 300, orientation }), 'image/jpeg')
      expect([item.width, item.height]).toEqual(isOnItsSide ? [300, 400] : [400, 300])
      expect(item.metadata.orientation).toBe(orientation === 1 ? undefined : orientation)
      expect(text(bytes)).not.toContain(PLACE)
      expect(segmentsOf(bytes)).toEqual(orientation === 1 ? ['e0', 'c0'] : ['e0', 'e1', 'c0'])
      expect(item.size).toBe(bytes.length)
    },
  )

  it('keeps what the picture needs, and nothing about people and places', async () => {
    const wanted = [
      jpegSegment(0xe2, 'ICC_PROFILE', 0, 1, 1, 'colours'),
      jpegSegment(0xee, 'Adobe', 0, 100, 0, 0, 0, 0, 1),
    ]
    const segments = [
      ...wanted,
      jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/', 0, `<x:xmpmeta>${PLACE}</x:xmpmeta>`),
      jpegSegment(0xed, 'Photoshop 3.0', 0, PLACE),
      jpegSegment(0xe2, 'MPF', 0, PLACE),
      jpegSegment(0xe0, 'JFXX', 0, PLACE),
      jpegSegment(0xfe, PLACE),
    ]
    const trailer = jpeg({ orientation: 6 })
    const data = bytesOf(1, 0xff, 0, 2, 0xff, 0xc4, 0, 5, 0xff, 0xd9, 7, 0xff, 0xda, 0, 3, 9, 0x33, 0xff, 0xd7, 0x44)
    const { item, bytes } = await stored(jpeg({ segments, trailer, data }), 'image/jpeg')
    expect(text(bytes)).not.toContain(PLACE)
    expect(bytes).toEqual(jpeg({ segments: wanted, data }))
    const { thumbnailError, ...facts } = item.metadata // these pictures cannot be decoded
    expect(facts).toEqual({})
    expect(thumbnailError ?? 'decoded').toMatch(/decoded/)
  })

  it('of several chunks is cleaned as a small one is', async () => {
    const noise = new Uint8Array(6_000_000).map((_, index) => (index * 7919) % 255)
    const { item, bytes } = await stored(jpeg({ orientation: 6, data: noise, width: 4000, height: 3000 }), 'image/jpeg')
    expect([item.width, item.height]).toEqual([3000, 4000])
    expect(text(bytes.subarray(0, 2000))).not.toContain(PLACE)
    expect(isIn(noise, bytes)).toBe(true)
  })

  it('that ends too early is kept as far as it goes', async () => {
    const whole = jpeg({ width: 12, height: 34, orientation: 6 })
    const { item, bytes } = await stored(whole.subarray(0, whole.length - 6), 'image/jpeg')
    expect([item.width, item.height]).toEqual([34, 12])
    expect(text(bytes)).not.toContain(PLACE)
  })
})

describe('PNG', () => {
  it('keeps pixels and colours, and no texts', async () => {
    const chunks = [
      pngChunk('tEXt', 'Comment', 0, PLACE),
      pngChunk('iTXt', 'XML:com.adobe.xmp', 0, 0, 0, 0, 0, PLACE),
      pngChunk('tIME', 7, 234, 1, 1, 0, 0, 0),
      pngChunk('prVt', PLACE),
    ]
    const { item, bytes } = await stored(bytesOf(png({ width: 30, height: 20, chunks }), PLACE), 'image/png')
    expect(bytes).toEqual(png({ width: 30, height: 20 }))
    expect([item.width, item.height, item.metadata.orientation]).toEqual([30, 20, undefined])
  })

  it('keeps of EXIF the orientation', async () => {
    const { item, bytes } = await stored(
      png({ width: 30, height: 20, chunks: [pngChunk('eXIf', exifBlock(8))] }),
      'image/png',
    )
    expect([item.width, item.height, item.metadata.orientation]).toEqual([20, 30, 8])
    expect(text(bytes)).not.toContain(PLACE)
    const chunk = pngChunk('eXIf', 'MM', 0, 42, u32(8), 0, 1, 1, 0x12, 0, 3, u32(1), 0, 8, u32(0), 0, 0)
    expect(isIn(chunk, bytes)).toBe(true)
  })
})

describe('WebP', () => {
  it('keeps pixels and orientation, and its length', async () => {
    const pixels = riffChunk('VP8L', bytesOf(0x2f, 'not really'))
    const parts = [
      pixels,
      riffChunk('EXIF', exifBlock(6)),
      riffChunk('XMP ', bytesOf(PLACE)),
      riffChunk('odd!', bytesOf(PLACE)),
    ]
    const { item, bytes } = await stored(bytesOf(webp(vp8x(500, 250, 0x0c), ...parts), PLACE), 'image/webp')
    expect([item.width, item.height, item.metadata.orientation]).toEqual([250, 500, 6])
    expect(text(bytes)).not.toContain(PLACE)
    expect(bytes.length).toBe(webp(vp8x(500, 250, 0x0c), ...parts).length)
    expect(bytes[20]).toBe(0x08) // EXIF follows, XMP does not
    expect(isIn(pixels, bytes)).toBe(true)
  })

  it.each([
    ['lossy', riffChunk('VP8 ', bytesOf(0, 0, 0, 0x9d, 0x01, 0x2a, 0x90, 0x01, 0x2c, 0x01, 0, 0))],
    ['lossless', riffChunk('VP8L', bytesOf(0x2f, 0x8f, 0xc1, 0x4a, 0x00, 0, 0, 0, 0, 0))],
  ])('tells its size without VP8X: %s', async (_, chunk) => {
    const { item } = await stored(webp(chunk), 'image/webp')
    expect([item.width, item.height]).toEqual([400, 300])
  })
})

describe('other files', () => {
  it('GIF tells its size', async () => {
    const { item, bytes } = await stored(gif({ width: 31, height: 17 }), 'image/gif')
    expect([item.width, item.height, bytes]).toEqual([31, 17, gif({ width: 31, height: 17 })])
  })

  it('GIF keeps its frames and how often they run, and no comments, XMP or other data', async () => {
    const block = (label: number, ...parts: readonly (string | Uint8Array)[]) =>
      bytesOf(0x21, label, ...parts.map((part) => bytesOf(part.length, part)), 0)
    const given = gif({ width: 33, height: 12 })
    const [header, frame] = [given.subarray(0, 13), given.subarray(13, -1)]
    const loop = block(0xff, 'NETSCAPE2.0', bytesOf(1, 0, 0))
    const timing = block(0xf9, bytesOf(0, 10, 0, 0))
    // XMP stands as it is, and ends so that whoever goes from length to length comes to the end.
    const magic = bytesOf(1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0)
    const xmp = bytesOf(0x21, 0xff, 11, 'XMP DataXMP', `<x:xmpmeta>${PLACE}</x:xmpmeta>`, magic)
    const colours = new Uint8Array(6).fill(0x2c)
    const tinted = bytesOf(frame.subarray(0, 9), 0x80, colours, frame.subarray(10))
    const parts = [block(0xfe, PLACE), xmp, loop, timing, frame, block(0xff, 'OTHER   1.0', PLACE), timing, tinted]
    const { item, bytes } = await stored(bytesOf(header, ...parts, ';', PLACE), 'image/gif')
    expect(bytes).toEqual(bytesOf(header, loop, timing, frame, timing, tinted, ';'))
    expect([item.width, item.height, item.size]).toEqual([33, 12, bytes.length])
  })

  it.each([
    ['video/mp4', 'isom'],
    ['video/quicktime', 'qt  '],
  ])('%s tells size and duration, and loses the place without moving a byte', async (type, brand) => {
    const { item, bytes } = await stored(mp4({ brand, place: true }), type)
    expect([item.width, item.height, item.metadata]).toEqual([320, 240, { duration: 2.5 }])
    expect(text(bytes)).not.toContain(PLACE)
    const without = mp4({ brand })
    expect(bytes.length).toBe(mp4({ brand, place: true }).length)
    expect(bytes.subarray(0, 100)).toEqual(without.subarray(0, 100))
  })

  it.each([
    ['audio/wav', wav(), 1],
    ['audio/mpeg', mp3(), 2.612],
    ['audio/mp4', mp4({ brand: 'M4A ', width: 0, height: 0 }), 2.5],
  ])('%s tells how long it is', async (type, bytes, duration) => {
    const { item } = await stored(bytes, type)
    expect([item.width, item.height, item.metadata]).toEqual([null, null, { duration }])
  })
})
