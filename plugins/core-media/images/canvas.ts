import { copyPart } from './codecs/decoded.ts'
import type { JpegCodec } from './codecs/jpeg.ts'
import { encodeWithPhoton, resample } from './codecs/photon.ts'
import type { Box, Resizing, Size } from './geometry.ts'
import { ImageError } from './image-error.ts'
import { MAX_CANVAS, MAX_RESAMPLED } from './limits.ts'
import type { Format } from './operations.ts'
import { flatten, orient, type Pixels, pad } from './pixels.ts'
import { shrink } from './shrink.ts'

/** Of JPEG where nobody says another: 1 to 100. */
const QUALITY = 82

export interface MadeImage extends Size {
  readonly bytes: Uint8Array
  readonly format: Format
}

/** An image that is being worked on, upright. */
export class Canvas {
  format: Format
  /** 1 to 100; `null` where nobody said one. */
  quality: number | null = null
  private pixels: Pixels
  private hasOpacity: boolean

  constructor(pixels: Pixels, format: Format, hasOpacity: boolean) {
    this.pixels = pixels
    this.format = format
    this.hasOpacity = hasOpacity
  }

  size(): Size {
    const { width, height } = this.pixels
    return { width, height }
  }

  crop(box: Box): void {
    const { data, width, height } = this.pixels
    if (box.width === width && box.height === height) return
    this.pixels = { width: box.width, height: box.height, data: copyPart(data, width, box) }
  }

  async resize({ crop, scaled, canvas }: Resizing): Promise<void> {
    this.crop(crop)
    await this.scale(scaled)
    this.pad(canvas)
  }

  async scale(target: Size): Promise<void> {
    const { data, width, height } = this.pixels
    if (width === target.width && height === target.height) return
    requireRoom(target)
    if (target.width <= width && target.height <= height) {
      const read = (first: number, count: number) => data.subarray(first * width * 4, (first + count) * width * 4)
      this.pixels = shrink(this.size(), target, read)
      return
    }
    const between = Math.max(width * height, width * target.height, target.width * target.height)
    if (between > MAX_RESAMPLED) {
      throw new ImageError(`The image is too large to be made ${target.width} by ${target.height} pixels.`)
    }
    this.pixels = await resample(this.pixels, target)
  }

  pad(canvas: Size): void {
    const { width, height } = this.pixels
    if (canvas.width === width && canvas.height === height) return
    requireRoom(canvas)
    this.hasOpacity = true
    this.pixels = pad(this.pixels, canvas)
  }

  /** @param orientation EXIF, 1 to 8 */
  turn(orientation: number): void {
    this.pixels = orient(this.pixels, orientation)
  }

  async encode(jpeg: JpegCodec): Promise<MadeImage> {
    const { format, quality } = this
    const size = this.size()
    if (format === 'jpeg') {
      const opaque = this.hasOpacity ? flatten(this.pixels) : this.pixels
      return { ...size, format, bytes: jpeg.encode(opaque, quality ?? QUALITY) }
    }
    if (quality !== null && quality < 100) {
      throw new ImageError(`Only JPEG is compressed by quality here; ${format} keeps every pixel.`)
    }
    return { ...size, format, bytes: await encodeWithPhoton(this.pixels, format) }
  }
}

/** @throws ImageError where an image would be larger than any that is made */
export function requireRoom({ width, height }: Size): void {
  if (width * height <= MAX_CANVAS) return
  throw new ImageError(`An image of ${width} by ${height} pixels is not made: at most ${MAX_CANVAS} in all are.`)
}
