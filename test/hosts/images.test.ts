import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostImages } from '../../src/hosts/host.ts'
import { openImages } from '../../src/hosts/node/images.ts'
import { startBindings } from './workerd.ts'

interface Opened {
  readonly images: HostImages
  dispose(): Promise<void> | void
}

const onError = (message: string) => expect.unreachable(message)

const HOSTS: { readonly [name: string]: () => Promise<Opened> } = {
  workerd: async () => {
    const { bindings, dispose } = await startBindings()
    return { images: bindings.IMAGES, dispose }
  },
  node: async () => {
    const images = await openImages(join(process.cwd(), 'dist/server'), onError)
    if (images === null) throw new Error('sharp is not installed')
    return { images, dispose: () => undefined }
  },
}

/** A picture whose left half is red and whose right half is blue, perhaps turned in its file. */
function halves(width: number, height: number, orientation = 1) {
  const half = { create: { width: width / 2, height, channels: 3, background: '#0000ff' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: half, left: width / 2, top: 0 }])
    .withMetadata({ orientation })
}

/** A PNG that says how large it is, and has next to nothing in it. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(9))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(bytes)]).stream()
}

async function look(bytes: Uint8Array) {
  const picture = sharp(bytes)
  const { width, height, format, compression, orientation, icc } = await picture.metadata()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const pixelAt = (x: number) => [...data.subarray(x * info.channels, x * info.channels + 3)]
  const colors = [pixelAt(1), pixelAt(info.width - 2)].map(nearest)
  return { width, height, format, compression, orientation, icc, colors }
}

function nearest([red = 0, green = 0, blue = 0]: number[]): string {
  if (red > 200 && green < 60 && blue < 60) return 'red'
  return blue > 200 && green < 60 && red < 60 ? 'blue' : [red, green, blue].join()
}

describe.each(Object.entries(HOSTS))('images of %s', (_, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.dispose())

  const reduced = async (bytes: Uint8Array, width: number) => {
    const input = opened.images.input(streamOf(bytes))
    const result = await input.transform({ width, fit: 'scale-down' }).output({ format: 'image/png' })
    return look(new Uint8Array(await result.response().arrayBuffer()))
  }

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('makes a %s smaller', async (format) => {
    const bytes = await halves(400, 200).toFormat(format).toBuffer()
    expect(await reduced(bytes, 100)).toMatchObject({ width: 100, height: 50, format: 'png', colors: ['red', 'blue'] })
  })

  it('never makes one larger', async () => {
    expect(await reduced(await halves(40, 20).png().toBuffer(), 100)).toMatchObject({ width: 40, height: 20 })
  })

  it('turns one upright, and says no more how it lay', async () => {
    const bytes = await halves(400, 200, 3).jpeg().toBuffer()
    const { orientation, ...shown } = await reduced(bytes, 100)
    expect(shown).toMatchObject({ width: 100, height: 50, colors: ['blue', 'red'] })
    expect(orientation ?? 1).toBe(1)
  })

  it('writes AVIF', async () => {
    const input = opened.images.input(streamOf(await halves(400, 200).png().toBuffer()))
    const result = await input.output({ format: 'image/avif', quality: 60 })
    const response = result.response()
    const shown = await look(new Uint8Array(await response.arrayBuffer()))
    expect(shown).toMatchObject({
      width: 400,
      height: 200,
      format: 'heif',
      compression: 'av1',
      colors: ['red', 'blue'],
    })
    expect(response.headers.get('content-type')).toBe('image/avif')
  })

  it.each([
    ['a text', async () => Buffer.from('This is no picture.')],
    ['a picture that is cut off', async () => (await halves(400, 200).png().toBuffer()).subarray(0, 60)],
  ])('refuses %s', async (_, bytes) => {
    await expect(reduced(await bytes(), 100)).rejects.toThrow()
  })
})

describe('images by sharp', () => {
  const code = async (bytes: Uint8Array) => {
    const images = await openImages(join(process.cwd(), 'dist/server'), onError)
    const made = images?.input(streamOf(bytes)).transform({ width: 100 }).output({ format: 'image/png' })
    return made?.then(
      () => 'made',
      (error: { readonly code: unknown }) => error.code,
    )
  }

  it('refuses with the numbers of Cloudflare Images', async () => {
    const cutOff = (await halves(400, 200).jpeg().toBuffer()).subarray(0, 700)
    expect(await code(cutOff)).toBe(9412)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
    expect(await code(Buffer.from(svg))).toBe(9520)
    expect(await code(pngOf(20_000, 20_000))).toBe(9413)
  })

  it('is not there without sharp', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-server-'))
    expect(await openImages(folder, onError)).toBeNull()
    rmSync(folder, { recursive: true })
  })
})
