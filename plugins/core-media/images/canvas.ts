import { copyPart } from './codecs/decoded.ts'
import { resample } from './codecs/photon.ts'
import type { Encode } from './encoders.ts'
import type { Box, Resizing, Size } from './geometry.ts'
import { ImageError } from './image-error.ts'
import { MAX_CANVAS, MAX_RESAMPLED } from './limits.ts'
import type { Format } from './operations.ts'
import { flatten, orient, type Pixels, pad } from './pixels.ts'
import { shrink } from './shrink.ts'

/** Default quality of each format, 1 to 100: typical of pictures on websites. PNG is lossless. */
const QUALITY: { readonly [Each in Format]: number } = { jpeg: 82, png: 100, webp: 80, avif: 55 }
/** Factors of the quality, tried in this order until the image is small enough. */
const LOWER = [1, 0.75, 0.5, 0.25, 0.1, 0.02]

export interface MadeImage extends Size {
  readonly bytes: Uint8Array
  readonly format: Format
}

/** An upright image that operations edit. */
export class Canvas {
  format: Format
  /** Quality, 1 to 100; `null` if none was requested. */
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
      throw new ImageError(`The image is too large to be resized to ${target.width} by ${target.height} pixels.`)
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

  /**
   * Applies an orientation.
   * @param orientation EXIF, 1 to 8
   */
  turn(orientation: number): void {
    this.pixels = orient(this.pixels, orientation)
  }

  /**
   * Encodes the image.
   * @param atMost number of bytes that the result should have at most. If no quality was requested, lower qualities are
   * tried until the result is small enough; if it never is, the default quality is used
   * @throws ImageError if a quality below 100 was requested for PNG, or the format cannot be encoded here
   */
  async encode(encode: Encode, atMost = Infinity): Promise<MadeImage> {
    const { format, quality } = this
    if (format === 'png' && quality !== null && quality < 100) {
      throw new ImageError('PNG keeps every pixel, whatever the quality: convert it to jpeg, webp or avif.')
    }
    const pixels = format === 'jpeg' && this.hasOpacity ? flatten(this.pixels) : this.pixels
    const tries = quality !== null ? [quality] : format === 'png' ? [100] : LOWER.map((part) => part * QUALITY[format])
    let best: Uint8Array | undefined
    for (const each of tries) {
      const bytes = await encode(pixels, Math.round(each))
      best ??= bytes
      if (bytes.length <= atMost) return { ...this.size(), format, bytes }
    }
    return { ...this.size(), format, bytes: best ?? new Uint8Array(0) }
  }
}

/**
 * Refuses an image that is too large to be created.
 * @throws ImageError if the image would have more than `MAX_CANVAS` pixels
 */
export function requireRoom({ width, height }: Size): void {
  if (width * height <= MAX_CANVAS) return
  throw new ImageError(
    `An image of ${width} by ${height} pixels is too large: at most ${MAX_CANVAS} pixels are possible.`,
  )
}
