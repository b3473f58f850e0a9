import { ImageError } from './image-error.ts'

/**
 * Maximum number of pixels by type. An isolate has 128 MB. The memory of JPEG and PNG decoders is freed afterwards;
 * that of Photon is not, so images that Photon decodes must be smaller: it takes 14 bytes per pixel of WebP, 13 of GIF.
 */
const MAX_PIXELS: { readonly [type: string]: number } = {
  'image/jpeg': 25_000_000,
  'image/png': 5_500_000,
  'image/webp': 1_800_000,
  'image/gif': 1_800_000,
}
/** Maximum memory of one decoder, in bytes. */
export const MAX_DECODER_BYTES = 60_000_000
/** Maximum number of bytes in a file that is decoded. */
const MAX_BYTES = 16 * 1024 * 1024
/** Maximum number of pixels in an image while operations edit it, and in the resulting image. */
export const MAX_CANVAS = 5_000_000
/** Maximum number of pixels in an image that is resampled to a larger size. */
export const MAX_RESAMPLED = 2_000_000

export interface Measures {
  /** The MIME type. */
  readonly type: string
  readonly width: number
  readonly height: number
  /** Size in bytes. */
  readonly size: number
}

/**
 * Tells whether an image can be decoded, as far as its header shows: the type must be supported, and the image must be
 * small enough.
 */
export function isDecodable(measures: Measures): boolean {
  return obstacleTo(measures) === null
}

/**
 * Refuses, before anything is decoded, an image that has no decodable type, or is too large according to its header.
 * @throws ImageError
 */
export function requireDecodable(measures: Measures): void {
  const obstacle = obstacleTo(measures)
  if (obstacle) throw obstacle
}

/** Returns the reason why an image cannot be decoded; `null` if it can. */
function obstacleTo({ type, width, height, size }: Measures): ImageError | null {
  const most = MAX_PIXELS[type]
  if (most === undefined) return new ImageError(`No image can be made from ${type}.`)
  if (width * height > most)
    return new ImageError(`The image has ${width} by ${height} pixels; for ${type}, at most ${most} are decoded.`)
  return size > MAX_BYTES ? new ImageError(`The image has ${size} bytes; at most ${MAX_BYTES} are decoded.`) : null
}
