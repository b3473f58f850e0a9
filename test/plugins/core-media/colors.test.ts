import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { look, settled } from './pictures.ts'
import { adobeRgb, gray, gridOfLights, jpegWith, pngWith, webpWith } from './profiles.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()
const SIDE = 160

/** Colours of every kind, also those at the edges of what a space can show. */
function everyColor(channels: 1 | 3 = 3) {
  const data = Buffer.alloc(SIDE * SIDE * channels)
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const at = (y * SIDE + x) * channels
      const [across, down] = [x, y].map((place) => Math.round((place * 255) / (SIDE - 1)))
      if (channels === 1) data[at] = across ?? 0
      else data.set([across ?? 0, down ?? 0, (x * 7 + y * 3) % 256], at)
    }
  }
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels } })
}

const displayP3 = async () => {
  const { icc } = await sharp(await everyColor().withIccProfile('p3').png().toBuffer()).metadata()
  return new Uint8Array(icc ?? [])
}

/** Largest difference of a lossless variant from the one that sharp (Little CMS) makes of the same file: 0 to 255. */
async function distance(bytes: Uint8Array, name: string) {
  const { status, body } = await upload(service, { bytes, name })
  expect([status, body.code]).toEqual([201, undefined])
  const made = await served(service, `/images/${body.data.filename}?w=${SIDE}&format=png`)
  expect(made.status).toBe(200)
  expect((await sharp(made.bytes).metadata()).icc).toBeUndefined()
  const [found, wanted] = await Promise.all(
    [made.bytes, bytes].map((one) => sharp(one).toColourspace('srgb').removeAlpha().raw().toBuffer()),
  )
  if (!found || !wanted || found.length !== wanted.length) throw new Error('the pictures are of different sizes')
  const away = found.map((value, index) => Math.abs(value - (wanted[index] ?? 0)))
  return { most: Math.max(...away), mean: away.reduce((sum, one) => sum + one, 0) / away.length }
}

// Larger than what is made of it, which then is no copy.
const png = () => everyColor().png({ compressionLevel: 0 }).toBuffer()
const jpeg = () => everyColor().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
const lossless = () => everyColor().webp({ lossless: true }).toBuffer()

describe('what is made of a picture is sRGB, as Little CMS has it', () => {
  /**
   * By name the file, and how far one of its numbers may be away at most, and all of them in the mean. Decoders of JPEG differ by
   * a level or two, which is many where a colour can hardly be shown.
   */
  const files: Readonly<Record<string, readonly [() => Promise<Uint8Array>, number, number]>> = {
    'Display P3 in a PNG': [async () => pngWith(await png(), await displayP3()), 2, 0.3],
    'Display P3 in a JPEG': [async () => jpegWith(await jpeg(), await displayP3()), 30, 0.8],
    'Display P3 in a WebP': [async () => webpWith(await lossless(), await displayP3(), SIDE, SIDE), 2, 0.3],
    'Adobe RGB in a PNG': [async () => pngWith(await png(), adobeRgb()), 2, 0.3],
    'Adobe RGB in a JPEG': [async () => jpegWith(await jpeg(), adobeRgb()), 30, 0.8],
    'a grid in a PNG': [async () => pngWith(await png(), gridOfLights()), 3, 0.5],
    'grey of another power in a PNG': [
      async () => pngWith(await everyColor(1).toColourspace('b-w').png({ compressionLevel: 0 }).toBuffer(), gray(1.4)),
      2,
      0.5,
    ],
    'CMYK with the profile of a press': [
      () => everyColor().withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
      10,
      1,
    ],
  }

  it.each(Object.entries(files))('%s', async (name, [make, most, mean]) => {
    const found = await distance(await make(), name)
    expect(found.most).toBeLessThanOrEqual(most)
    expect(found.mean).toBeLessThanOrEqual(mean)
  })

  it('a thumbnail too', async () => {
    const wide = sharp({ create: { width: 640, height: 480, channels: 3, background: '#ff2010' } })
    const bytes = pngWith(await wide.png().toBuffer(), await displayP3())
    const { data } = (await upload(service, { bytes, name: 'wide.png' })).body
    const { thumbnailUrl } = await settled(service, data.id)
    const seen = (await look((await served(service, thumbnailUrl)).bytes)).at(0.5, 0.5)
    const [red = 0, green = 0, blue = 0] = await sharp(bytes).toColourspace('srgb').raw().toBuffer()
    expect(seen.map((value, at) => Math.abs(value - ([red, green, blue, 255][at] ?? 0)) <= 6)).toEqual(
      Array(4).fill(true),
    )
  })
})

describe('a profile that says nothing of use leaves the numbers as they are', () => {
  const damaged = adobeRgb()
  damaged.fill(0xff, 128)
  it.each([
    [
      'one of sRGB itself',
      async () =>
        new Uint8Array((await sharp(await everyColor().withIccProfile('srgb').png().toBuffer()).metadata()).icc ?? []),
    ],
    ['a damaged one', async () => damaged],
    ['one that is cut off', async () => adobeRgb().subarray(0, 150)],
    ['one of another kind of picture', async () => gray(1)],
    ['none', async () => new Uint8Array(0)],
  ])('%s', async (name, make) => {
    const plain = await png()
    const { data } = (await upload(service, { bytes: pngWith(plain, await make()), name })).body
    const made = await served(service, `/images/${data.filename}?w=${SIDE}&format=png`)
    const [found, wanted] = await Promise.all(
      [made.bytes, plain].map((one) => sharp(one).removeAlpha().raw().toBuffer()),
    )
    expect(found?.equals(wanted ?? Buffer.alloc(0))).toBe(true)
  })
})
