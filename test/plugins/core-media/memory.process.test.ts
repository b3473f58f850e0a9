import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openInspector } from './inspector.ts'
import { settled } from './pictures.ts'
import { mediaService, served, upload } from './service.ts'

/** Memory of an isolate on the platform: 128 MB, in powers of two as memory is counted. */
const ISOLATE = 128 * 2 ** 20

const service = mediaService({ inspector: true })
let inspector: Awaited<ReturnType<typeof openInspector>>

beforeAll(async () => {
  inspector = await openInspector(service)
  await inspector.watch()
})
afterAll(() => inspector.close())

/** A picture that compresses as a photograph does. */
function photograph(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}

/**
 * Peak memory that the isolate needs for `work`, sampled while it runs: its heap after garbage collection plus the
 * memories that stay; or the largest of the memories that were freed, which were made one at a time, plus those that
 * stay.
 */
async function needed(work: () => Promise<unknown>): Promise<number> {
  await inspector.collectGarbage()
  let going = true
  const done = work().finally(() => {
    going = false
  })
  const looks: { heap: number; staying: number; gone: number }[] = []
  let lasting = 0
  do {
    const before = await inspector.held()
    await inspector.collectGarbage()
    const { heap, memories } = await inspector.held()
    lasting = sum(memories)
    const gone = Math.max(0, ...before.memories.filter((_, index) => memories[index] === 0))
    looks.push({ heap, staying: lasting, gone })
  } while (going)
  await done
  return Math.max(...looks.map(({ heap, staying, gone }) => heap + Math.max(staying, gone + lasting)))
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

const pictures: Readonly<Record<string, () => Sharp>> = {
  'a WebP of 1.8 megapixels': () => photograph(1500, 1200).webp({ quality: 70 }),
  'a GIF of 1.8 megapixels': () => photograph(1500, 1200).gif({ effort: 1 }),
  'a photograph of 12 megapixels': () => photograph(4032, 3024).jpeg({ quality: 80 }),
  'one in portrait, with whole colours': () =>
    photograph(4032, 3024).withMetadata({ orientation: 6 }).jpeg({ quality: 80, chromaSubsampling: '4:4:4' }),
  'one that is progressive': () => photograph(4032, 3024).jpeg({ quality: 80, progressive: true }),
  'a screenshot of 5.5 megapixels': () =>
    sharp({ create: { width: 2750, height: 2000, channels: 4, background: '#356a' } }).png(),
}

describe('an isolate has room', () => {
  it.each(Object.entries(pictures))('for %s', async (name, make) => {
    const bytes = await make().toBuffer()
    let filename = ''
    const first = await needed(async () => {
      const { data } = (await upload(service, { bytes, name })).body
      filename = data.filename
      expect((await settled(service, data.id)).metadata.thumbnailError).toBeUndefined()
    })
    const second = await needed(async () => {
      expect((await served(service, `/images/${filename}?w=1280`)).status).toBe(200)
    })
    expect(Math.max(first, second)).toBeLessThan(ISOLATE)
  })

  it('for several at once', async () => {
    const files = await Promise.all(
      [1, 2, 3, 4].map(async (quality) => ({
        bytes: await photograph(4000, 3000)
          .jpeg({ quality: 80 + quality })
          .toBuffer(),
      })),
    )
    const all = await needed(async () => {
      const { data } = (await upload(service, files)).body
      await Promise.all(data.map(({ id }: { id: string }) => settled(service, id)))
      await Promise.all(
        data.map(async ({ filename }: { filename: string }) => {
          expect((await served(service, `/images/${filename}?w=640`)).status).toBe(200)
        }),
      )
    })
    expect(all).toBeLessThan(ISOLATE)
  })
})
