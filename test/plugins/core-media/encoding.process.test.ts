import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import type { Service } from '../../harness/service.ts'
import { look, quarters, quartersOf, settled } from './pictures.ts'
import { mediaService, served, upload } from './service.ts'

const headers = as('editor')
const plain = mediaService()
const bound = mediaService({ bindings: { IMAGES: { type: 'images' } } })
const withPlugin = mediaService({ root: fileURLToPath(new URL('../../fixtures/media-avif', import.meta.url)) })

/** Soft noise, which compresses as a photograph does. */
function photograph(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } }).blur(1)
}

async function stored(service: Service, bytes: Uint8Array, name = 'a.bin') {
  const { status, body } = await upload(service, { bytes, name })
  expect([status, body.code]).toEqual([201, undefined])
  return body.data as { id: string; filename: string; size: number }
}

async function variant(service: Service, { filename }: { filename: string }, query: string) {
  const answer = await served(service, `/images/${filename}?${query}`)
  expect(answer.status).toBe(200)
  return answer.bytes
}

const ask = (service: Service, id: string, operations: readonly object[]) =>
  service.json('/api/media/process', { body: { id, operations }, headers })

async function made(service: Service, id: string, operations: readonly object[]) {
  const asked = await ask(service, id, operations)
  expect(asked.status).toBe(202)
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { body } = await service.json(`/api/media/jobs/${asked.body.data.id}`, { headers })
    if (body.data.status === 'completed') return body.data.result
    expect(body.data.error).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the job does not end')
}

describe('a WebP variant', () => {
  it('has loss, and is smaller than a JPEG', async () => {
    const photo = await stored(plain, await photograph(1280, 853).jpeg({ quality: 92 }).toBuffer())
    const [webp, jpeg] = [await variant(plain, photo, 'w=960&format=webp'), await variant(plain, photo, 'w=960')]
    expect(webp.length).toBeLessThan(jpeg.length)
    expect((await look(webp)).format).toBe('webp')
  })

  it('keeps what is transparent', async () => {
    const half = Buffer.from('<svg width="640" height="480"><rect width="320" height="480" fill="#dc1e1e"/></svg>')
    const image = await look(
      await variant(plain, await stored(plain, await sharp(half).png().toBuffer()), 'w=320&format=webp'),
    )
    expect([image.at(0.2, 0.5)[3], image.at(0.8, 0.5)[3]]).toEqual([255, 0])
  })
})

describe('a variant is not larger than what it is made of', () => {
  const files: Readonly<Record<string, () => Promise<Buffer>>> = {
    'a WebP with much loss': () => photograph(960, 640).webp({ quality: 10 }).toBuffer(),
    'a JPEG with much loss': () => photograph(960, 640).jpeg({ quality: 30 }).toBuffer(),
    'a JPEG on its side': () => photograph(960, 640).withMetadata({ orientation: 6 }).jpeg({ quality: 30 }).toBuffer(),
    'a PNG of few colours': () => photograph(960, 640).png({ palette: true, colours: 4 }).toBuffer(),
  }
  it.each(Object.entries(files))('%s', async (name, make) => {
    const bytes = await make()
    const file = await stored(plain, bytes, name)
    const shown = await look(bytes)
    for (const query of ['w=1280', 'w=960', 'w=640', 'w=640&format=webp', 'w=640&h=320&format=jpeg']) {
      const found = await variant(plain, file, query)
      expect([query, found.length <= file.size]).toEqual([query, true])
      const seen = await look(found)
      if (!query.includes('h=')) expect(seen.width / seen.height).toBeCloseTo(shown.width / shown.height, 1)
    }
  })
})

describe('thumbnails of the library', () => {
  it.each<[string, () => Sharp]>([
    ['a PNG', () => photograph(800, 600).png()],
    ['a GIF', () => quarters(800, 600).gif()],
    ['a JPEG', () => photograph(800, 600).jpeg()],
  ])('are WebP: of %s', async (name, make) => {
    const { id } = await stored(plain, await make().toBuffer(), name)
    const { thumbnailUrl } = await settled(plain, id)
    const { bytes, headers: sent } = await served(plain, thumbnailUrl)
    expect([sent.get('content-type'), bytes.length < 40_000]).toEqual(['image/webp', true])
  })
})

describe('compress', () => {
  it.each(['jpeg', 'webp'])('makes %s smaller by quality', async (format) => {
    const { id } = await stored(
      plain,
      await photograph(500, 400)
        .toFormat(format as 'webp', { quality: 95 })
        .toBuffer(),
    )
    const high = await made(plain, id, [{ type: 'compress', quality: 90 }])
    const low = await made(plain, id, [{ type: 'compress', quality: 20 }])
    expect([high.type, low.type, low.size < high.size / 2]).toEqual([`image/${format}`, `image/${format}`, true])
  })

  it('of PNG is refused at once, with the reason', async () => {
    const { id } = await stored(plain, await quarters(300, 200).png().toBuffer())
    const { status, body } = await ask(plain, id, [
      { type: 'resize', width: 100 },
      { type: 'compress', quality: 50 },
    ])
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'operations.1.quality', code: 'invalid', message: expect.stringContaining('PNG keeps every pixel') }],
    ])
    const jpeg = { type: 'convert', format: 'jpeg' }
    expect((await ask(plain, id, [{ type: 'compress', quality: 50 }, jpeg])).status).toBe(202)
    expect(
      (await ask(plain, id, [jpeg, { type: 'compress', quality: 50 }, { type: 'convert', format: 'png' }])).status,
    ).toBe(422)
  })

  it('of WebP with quality 100 loses nothing', async () => {
    const picture = quarters(300, 200)
    const { id } = await stored(plain, await picture.png().toBuffer())
    const { url } = await made(plain, id, [
      { type: 'convert', format: 'webp' },
      { type: 'compress', quality: 100 },
    ])
    const found = await sharp((await served(plain, url)).bytes)
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(found.equals(await picture.raw().toBuffer())).toBe(true)
  })
})

describe.each<[string, Service]>([
  ['Cloudflare Images', bound],
  ['the plugin media-avif', withPlugin],
])('AVIF by %s', (_, service) => {
  it('is a variant, smaller than a JPEG', async () => {
    const photo = await stored(service, await photograph(900, 600).jpeg({ quality: 92 }).toBuffer())
    const [avif, jpeg] = [await variant(service, photo, 'w=640&format=avif'), await variant(service, photo, 'w=640')]
    expect(avif.length).toBeLessThan(jpeg.length)
    const seen = await look(avif)
    expect([seen.format, seen.width, seen.height]).toEqual(['heif', 640, 427])
  })

  it('is a new item, which is served', async () => {
    const { id } = await stored(service, await quarters(600, 400).png().toBuffer())
    const result = await made(service, id, [
      { type: 'convert', format: 'avif' },
      { type: 'compress', quality: 80 },
    ])
    expect(result).toMatchObject({ type: 'image/avif', width: 600, height: 400 })
    const { bytes, headers: sent } = await served(service, result.url)
    expect([sent.get('content-type'), quartersOf(await look(bytes))]).toEqual(['image/avif', 'red green blue white'])
    expect((await ask(service, result.id, [{ type: 'rotate', degrees: 90 }])).status).toBe(415)
    const whole = await upload(service, { bytes, name: 'a.avif' })
    expect([whole.status, whole.body.code]).toEqual([415, 'unsupported_media_type'])
  })
})

describe('AVIF that nothing writes', () => {
  it('is refused at once, with the reason', async () => {
    const { id, filename } = await stored(plain, await quarters(600, 400).png().toBuffer())
    const { status, body } = await ask(plain, id, [{ type: 'convert', format: 'avif' }])
    const reason = expect.stringContaining('bind Cloudflare Images')
    expect([status, body.errors]).toEqual([422, [{ path: 'operations.0.format', code: 'invalid', message: reason }]])
    const image = await plain.json(`/images/${filename}?w=320&format=avif`)
    expect([image.status, image.body.detail]).toEqual([415, reason])
  })

  it('is so where a picture is too large for the encoder', async () => {
    const large = await stored(withPlugin, await photograph(3000, 1500).jpeg({ quality: 60 }).toBuffer())
    const image = await withPlugin.json(`/images/${large.filename}?w=3000&format=avif`)
    expect([image.status, image.body.detail]).toEqual([415, expect.stringContaining('2500000 pixels')])
  })
})
