import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bytesOf, gif, jpeg, png, riffChunk, u16, u32, vp8x, webp } from './files.ts'
import { type Colour, cmyk, isNear, look, quarters, quartersOf, settled } from './pictures.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()

async function thumbnailOf(bytes: Uint8Array, name: string) {
  const { status, body } = await upload(service, { bytes, name })
  expect(status).toBe(201)
  const item = await settled(service, body.data.id)
  if (item.thumbnailUrl === null) return { item, seen: null }
  const answer = await served(service, item.thumbnailUrl)
  expect(answer.status).toBe(200)
  return { item, seen: await look(answer.bytes) }
}

const UPRIGHT = 'red green blue white'

describe('a thumbnail is made of', () => {
  const files: Readonly<Record<string, () => Promise<Buffer>>> = {
    'a JPEG': () => quarters(640, 480).jpeg({ quality: 95 }).toBuffer(),
    'a progressive JPEG': () => quarters(640, 480).jpeg({ quality: 95, progressive: true }).toBuffer(),
    'a JPEG with whole colours': () => quarters(640, 480).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    'a PNG': () => quarters(640, 480).png().toBuffer(),
    'an indexed PNG': () => quarters(640, 480).png({ palette: true }).toBuffer(),
    'a WebP': () => quarters(640, 480).webp({ quality: 95 }).toBuffer(),
    'a lossless WebP': () => quarters(640, 480).webp({ lossless: true }).toBuffer(),
    'a GIF': () => quarters(640, 480).gif().toBuffer(),
  }
  it.each(Object.entries(files))('%s', async (name, make) => {
    const { seen } = await thumbnailOf(await make(), `${name}.bin`)
    expect(seen).toMatchObject({ width: 300, height: 225 })
    expect(seen && quartersOf(seen)).toBe(UPRIGHT)
  })

  it('an animated GIF: its first frame', async () => {
    const second = await quarters(400, 400).negate().png().toBuffer()
    const first = await quarters(400, 400).png().toBuffer()
    const bytes = await sharp([first, second], { join: { animated: true } })
      .gif({ delay: [50, 50] })
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const { seen } = await thumbnailOf(bytes, 'a.gif')
    expect(seen && [seen.width, seen.height, quartersOf(seen)]).toEqual([300, 300, UPRIGHT])
  })

  it.each(['#ffffff', '#e01010', '#10a030', '#1030c0', '#606060', '#000000'])(
    'a CMYK JPEG, every colour as its inks are: %s',
    async (colour) => {
      const { bytes, inks } = await cmyk(400, 400, colour)
      expect((await sharp(bytes).metadata()).space).toBe('cmyk')
      const { seen } = await thumbnailOf(bytes, 'cmyk.jpg')
      expect(seen).toMatchObject({ width: 300, height: 300, format: 'webp' })
      const [cyan = 0, magenta = 0, yellow = 0, black = 0] = inks
      const light = [cyan, magenta, yellow].map((ink) => ((255 - ink) * (255 - black)) / 255)
      expect(seen && isNear(seen.at(0.5, 0.5), light as unknown as Colour, 6)).toBe(true)
    },
  )

  it('a grey JPEG', async () => {
    const bytes = await quarters(400, 400).toColourspace('b-w').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(bytes).metadata()).channels).toBe(1)
    const asShown = await look(bytes)
    const { seen } = await thumbnailOf(bytes, 'grey.jpg')
    expect(isNear(seen?.at(0.25, 0.25) ?? [], asShown.at(0.25, 0.25) as unknown as Colour, 4)).toBe(true)
  })

  it('a photograph of 12 megapixels', async () => {
    const bytes = await quarters(4000, 3000).jpeg({ quality: 80 }).toBuffer()
    const { seen } = await thumbnailOf(bytes, 'photo.jpg')
    expect(seen && [seen.width, seen.height, quartersOf(seen)]).toEqual([300, 225, UPRIGHT])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a JPEG that lies in EXIF orientation %i, upright', async (orientation) => {
    const bytes = await quarters(600, 400).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
    const asShown = await look(bytes)
    const { seen, item } = await thumbnailOf(bytes, `${orientation}.jpg`)
    expect(seen && quartersOf(seen)).toBe(quartersOf(asShown))
    expect(seen && [seen.width, seen.height]).toEqual(orientation >= 5 ? [200, 300] : [300, 200])
    expect([item.width, item.height]).toEqual([asShown.width, asShown.height])
  })
})

describe('a file is kept, and says why it has no thumbnail,', () => {
  const bomb = (width: number, height: number) => {
    const bytes = png({ seed: 3 }).slice()
    bytes.set(u32(width), 16)
    bytes.set(u32(height), 20)
    return bytes
  }
  const files: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
    'when its data is nonsense': () => jpeg({ width: 64, height: 64 }),
    'when it ends within its header': () => png({ seed: 4 }).subarray(0, 30),
    'when a JPEG ends within its data': async () =>
      (await quarters(300, 300).jpeg({ quality: 100 }).toBuffer()).subarray(0, 1000),
    'when a WebP ends within its data': async () =>
      (await quarters(300, 300).webp({ lossless: true }).toBuffer()).subarray(0, 60),
    'when a GIF ends within its data': async () => (await quarters(300, 300).gif().toBuffer()).subarray(0, 900),
    'when it ends within its data': async () =>
      (await quarters(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 20_000),
  }
  it.each(Object.entries(files))('%s', async (_, make) => {
    const { item } = await thumbnailOf(await make(), 'broken.bin')
    expect(item).toMatchObject({ thumbnailUrl: null, metadata: { thumbnailError: expect.any(String) } })
    expect((await served(service, item.url)).status).toBe(200)
    expect((await served(service, `/images/${item.filename}?w=160`)).status).toBe(415)
  })

  it.each([
    ['PNG', () => bomb(60_000, 60_000)],
    ['JPEG', () => jpeg({ width: 65_000, height: 65_000, segments: [u16(0xfffe), u16(2)] })],
    ['GIF', () => gif({ width: 65_000, height: 65_000 })],
    ['WebP', () => webp(vp8x(16_000, 16_000, 0), riffChunk('VP8L', bytesOf(0x2f, 0xff, 0xff, 0xff, 0x0f)))],
  ])('when a %s would be too large to decode, by its header alone', async (_, make) => {
    const { item } = await thumbnailOf(make(), 'bomb.bin')
    expect(item.metadata.thumbnailError).toMatch(/ by \d+ pixels; for image.\w+, at most \d+ are decoded/)
  })

  it('when it would take too much memory: 24 megapixels, progressive, with whole colours', async () => {
    const whole = await quarters(640, 480).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    const frame = whole.indexOf(Buffer.of(0xff, 0xc2))
    whole.set([...u16(4000), ...u16(6000)], frame + 5)
    const { item } = await thumbnailOf(whole, 'bomb.jpg')
    expect(item.metadata.thumbnailError).toMatch(/MB of memory; at most 60 MB/)
  })

  it('and what comes next is made all the same', async () => {
    const { seen } = await thumbnailOf(await quarters(320, 320).png().toBuffer(), 'next.png')
    expect(seen && quartersOf(seen)).toBe(UPRIGHT)
  })
})

describe('a large photograph in portrait', () => {
  it('is made smaller and upright at once', async () => {
    const bytes = await quarters(4000, 3000).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer()
    const { item } = await thumbnailOf(bytes, 'portrait.jpg')
    const answer = await served(service, `/images/${item.filename}?w=1920`)
    expect(answer.status).toBe(200)
    const seen = await look(answer.bytes)
    expect([seen.width, seen.height, quartersOf(seen)]).toEqual([1920, 2560, 'blue red white green'])
  })
})
