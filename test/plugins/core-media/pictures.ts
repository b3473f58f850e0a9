import sharp, { type Sharp } from 'sharp'
import { as } from '../../harness/as.ts'
import type { Service } from '../../harness/service.ts'

/** Red, green, blue. */
export type Colour = readonly [number, number, number]

export const RED: Colour = [220, 30, 30]
export const GREEN: Colour = [30, 200, 40]
export const BLUE: Colour = [30, 40, 220]
export const WHITE: Colour = [250, 250, 250]

/** Quarters: red and green above, blue and white below. */
export function quarters(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const above = y < height / 2
      const left = x < width / 2
      const colour = above ? (left ? RED : GREEN) : left ? BLUE : WHITE
      data.set(colour, (y * width + x) * 3)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A JPEG of inks, and how much of each there is in its middle: cyan, magenta, yellow, black, 0 to 255. */
export async function cmyk(width: number, height: number, background: string) {
  const create = { width, height, channels: 3, background } as const
  const bytes = await sharp({ create }).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
  const inks = await sharp(bytes).pipelineColourspace('cmyk').toColourspace('cmyk').raw().toBuffer()
  const start = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
  return { bytes, inks: [...inks.subarray(start, start + 4)] }
}

export interface Seen {
  readonly width: number
  readonly height: number
  readonly format: string | undefined
  /** The colour at parts of width and height, with its opacity, 0 to 255. */
  at(x: number, y: number): readonly number[]
}

/** Reads an image as a browser would show it. */
export async function look(bytes: Uint8Array): Promise<Seen> {
  const { format } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).autoOrient().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    format,
    at: (x, y) => {
      const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4
      return [...data.subarray(start, start + 4)]
    },
  }
}

/** Tells whether a colour is what it should be, but for what compression does to it. */
export function isNear(found: readonly number[], wanted: Colour, tolerance = 14): boolean {
  return wanted.every((value, channel) => Math.abs(value - (found[channel] ?? -99)) <= tolerance)
}

/** The colours of the four quarters, by name. */
export function quartersOf(seen: Seen): string {
  const names = { red: RED, green: GREEN, blue: BLUE, white: WHITE }
  const name = (x: number, y: number) =>
    Object.entries(names).find(([, colour]) => isNear(seen.at(x, y), colour))?.[0] ?? `${seen.at(x, y)}`
  return [name(0.25, 0.25), name(0.75, 0.25), name(0.25, 0.75), name(0.75, 0.75)].join(' ')
}

/** The item once its thumbnail has been made, or has failed. */
export async function settled(service: Service, id: string) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { body } = await service.json(`/api/media/${id}`, { headers: as('editor') })
    if (body.data.thumbnailUrl !== null || body.data.metadata.thumbnailError) return body.data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`there is no thumbnail of ${id}, nor a reason`)
}
