import { ImageError } from './image-error.ts'

/**
 * An isolate has 128 MB. Decoders of JPEG and PNG get a memory of their own that goes afterwards; photon's stays, so that
 * what it decodes must be smaller: it takes 14 bytes for each pixel of WebP, 13 of GIF.
 */
const MAX_PIXELS: { readonly [type: string]: number } = {
  'image/jpeg': 25_000_000,
  'image/png': 5_500_000,
  'image/webp': 1_800_000,
  'image/gif': 1_800_000,
}
/** Most memory of one decoder, in bytes. */
export const MAX_DECODER_BYTES = 60_000_000
/** Most bytes of a file that is decoded. */
const MAX_BYTES = 16 * 1024 * 1024
/** Most pixels of an image that is worked on, and of one that is made. */
export const MAX_CANVAS = 5_000_000
/** Most pixels that are resampled to a larger size. */
export const MAX_RESAMPLED = 2_000_000

export interface Measures {
  /** The MIME type. */
  readonly type: string
  readonly width: number
  readonly height: number
  /** In bytes. */
  readonly size: number
}

/** Tells whether an image is small enough to be decoded, by its header. */
export function isDecodable(measures: Measures): boolean {
  return obstacleTo(measures) === null
}

/**
 * Refuses an image by its header, before anything of it is decoded.
 * @throws ImageError where it is too large
 */
export function requireDecodable(measures: Measures): void {
  const obstacle = obstacleTo(measures)
  if (obstacle) throw obstacle
}

/** Returns the reason why an image cannot be decoded. */
function obstacleTo({ type, width, height, size }: Measures): ImageError | null {
  const most = MAX_PIXELS[type]
  if (most === undefined) return new ImageError(`No image can be made from ${type}.`)
  if (width * height > most)
    return new ImageError(`The image has ${width} by ${height} pixels; for ${type}, at most ${most} are decoded.`)
  return size > MAX_BYTES ? new ImageError(`The image has ${size} bytes; at most ${MAX_BYTES} are decoded.`) : null
}
