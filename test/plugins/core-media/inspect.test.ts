import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspect, inspectStored, needsCleaning } from '../../../plugins/core-media/inspect/inspector.ts'
import { DamagedFile } from '../../../plugins/core-media/inspect/steps.ts'
import { MEDIA_TYPE_NAMES, type MediaTypeName } from '../../../plugins/core-media/media-types.ts'
import {
  box,
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

const SAMPLES: readonly (readonly [MediaTypeName, Uint8Array])[] = [
  [
    'image/jpeg',
    jpeg({
      orientation: 6,
      segments: [jpegSegment(0xfe, PLACE), jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/', 0, PLACE)],
    }),
  ],
  ['image/jpeg', bytesOf(jpeg({ orientation: 3 }), jpeg({ orientation: 5 }))],
  ['image/png', png({ chunks: [pngChunk('eXIf', exifBlock(7)), pngChunk('tEXt', PLACE)] })],
  [
    'image/webp',
    webp(
      vp8x(9, 9, 0x0c),
      riffChunk('VP8L', bytesOf('pixels')),
      riffChunk('EXIF', exifBlock(6)),
      riffChunk('XMP ', bytesOf(PLACE)),
    ),
  ],
  ['image/gif', gif()],
  ['video/mp4', mp4({ place: true })],
  ['video/quicktime', mp4({ brand: 'qt  ', place: true })],
  ['audio/wav', wav()],
  ['audio/mpeg', mp3()],
]

/** The rest of a file that comes in chunks of these lengths, over and over. */
function cleaned(type: MediaTypeName, bytes: Uint8Array, lengths: readonly number[]) {
  const inspection = inspect(type)
  const out: Uint8Array[] = []
  for (let start = 0, index = 0; start < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1
    for (const chunk of inspection.push(bytes.subarray(start, start + length))) out.push(chunk.slice())
    start += length
  }
  out.push(inspection.end())
  return { bytes: bytesOf(...out), facts: inspection.facts() }
}

/** 0 for a file that is refused. */
function unlessDamaged(act: () => number): number {
  try {
    return act()
  } catch (error) {
    if (error instanceof DamagedFile) return 0
    throw error
  }
}

describe('an inspection', () => {
  it.each(SAMPLES)('of %s gives the same however the file is cut into chunks', (type, bytes) => {
    const whole = cleaned(type, bytes, [bytes.length])
    expect(text(whole.bytes)).not.toContain(PLACE)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }), (lengths) => {
        expect(cleaned(type, bytes, lengths)).toEqual(whole)
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it.each(SAMPLES)('of %s leaves a cleaned file as it is', (type, bytes) => {
    const once = cleaned(type, bytes, [bytes.length])
    expect(cleaned(type, once.bytes, [7])).toEqual(once)
  })

  it.each(SAMPLES)('of a stored %s finds what it finds in a stream', async (type, bytes) => {
    const readAt = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
    const { facts, bytes: clean } = cleaned(type, bytes, [bytes.length])
    // Of JPEG it looks at headers only, which come first.
    const { replaced = [], ...found } = await inspectStored(type, bytes.length, readAt)
    expect(found).toEqual(facts)
    if (needsCleaning(type)) return
    const shown = bytes.slice()
    for (const { offset, length, text } of replaced) {
      shown.fill(0, offset, offset + length)
      shown.set(bytesOf(text), offset)
    }
    expect(shown).toEqual(clean)
  })

  it('of broken files ends, and gives no more than came', () => {
    const broken = fc.constantFrom(...SAMPLES).chain(([type, bytes]) =>
      fc.record({
        type: fc.constant(type),
        bytes: fc.constant(bytes),
        end: fc.integer({ min: 0, max: bytes.length }),
        changes: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
        lengths: fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 4 }),
      }),
    )
    fc.assert(
      fc.property(broken, ({ type, bytes, end, changes, lengths }) => {
        const file = bytes.slice(0, end)
        for (const [position, value] of changes) if (position < end) file[position] = value
        // A smaller EXIF block than the one written in its place may have been there.
        expect(unlessDamaged(() => cleaned(type, file, lengths).bytes.length)).toBeLessThanOrEqual(file.length + 38)
      }),
      { numRuns: 1500, seed: 2 },
    )
  })

  it.each([
    ['image/jpeg', jpeg({ data: bytesOf('the pixels') })],
    ['image/png', png({ chunks: [pngChunk('IDAT', 'the pixels')] })],
    ['image/webp', webp(vp8x(9, 9, 0), riffChunk('VP8L', bytesOf('the pixels')))],
  ] as const)('of a damaged %s keeps the picture or refuses the file', (type, bytes) => {
    const change = fc.tuple(fc.nat(text(bytes).indexOf('the pixels') - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const file = bytes.slice()
        for (const [position, value] of changes) file[position] = value
        let kept: Uint8Array | null = null
        try {
          kept = cleaned(type, file, [50]).bytes
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedFile)
        }
        if (kept !== null) expect(text(kept)).toContain('the pixels')
      }),
      { numRuns: 2000, seed: 4 },
    )
  })

  it('of noise ends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MEDIA_TYPE_NAMES), fc.uint8Array({ maxLength: 300 }), (type, bytes) => {
        expect(() => unlessDamaged(() => cleaned(type, bytes, [11]).bytes.length)).not.toThrow()
      }),
      { numRuns: 500, seed: 3 },
    )
  })

  it.each([
    ['video/mp4', mp4()],
    ['audio/wav', wav()],
    ['audio/mpeg', mp3()],
  ] as const)('of %s keeps every byte of a file that ends anywhere', (type, bytes) => {
    for (let end = 0; end < Math.min(bytes.length, 400); end += 1) {
      expect(cleaned(type, bytes.subarray(0, end), [13]).bytes.length).toBe(end)
    }
  })

  it('of boxes in boxes does not run out of stack', () => {
    const depth = 20_000
    const nested = bytesOf(
      ...Array.from({ length: depth }, (_, level) => bytesOf(u32(8 * (depth - level)), level % 2 ? 'trak' : 'moov')),
    )
    const many = bytesOf(...Array.from({ length: 30_000 }, () => box('free')))
    for (const bytes of [nested, many]) expect(cleaned('video/mp4', bytes, [4096]).bytes).toEqual(bytes)
  })
})
