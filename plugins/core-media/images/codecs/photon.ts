import type { Size } from '../geometry.ts'
import { ImageError } from '../image-error.ts'
import type { Pixels } from '../pixels.ts'
import { copyPart, type DecodedImage } from './decoded.ts'

/**
 * Decodes WebP and GIF; for an animation, its first frame.
 * @throws ImageError if the file is damaged
 */
export async function decodeWithPhoton(bytes: Uint8Array): Promise<DecodedImage> {
  const { PhotonImage } = await import('@cf-wasm/photon')
  try {
    const image = PhotonImage.new_from_byteslice(bytes)
    const size = { width: image.get_width(), height: image.get_height() }
    const data = image.get_raw_pixels()
    image.free()
    return { ...size, hasOpacity: true, read: (part) => copyPart(data, size.width, part), free: () => undefined }
  } catch (error) {
    throw new ImageError('The image cannot be decoded: it is damaged, or of an unsupported kind.', {
      cause: error,
    })
  }
}

/**
 * Resamples to any size, even a larger one. The library resizes one direction after the other; in between, it needs 16
 * bytes per pixel.
 */
export async function resample({ data, width, height }: Pixels, target: Size): Promise<Pixels> {
  const { PhotonImage, resize, SamplingFilter } = await import('@cf-wasm/photon')
  const image = new PhotonImage(data, width, height)
  const resized = resize(image, target.width, target.height, SamplingFilter.Triangle)
  image.free()
  const made = { ...target, data: resized.get_raw_pixels() }
  resized.free()
  return made
}

/** Encodes pixels as PNG. */
export async function encodeWithPhoton({ data, width, height }: Pixels): Promise<Uint8Array> {
  const { PhotonImage } = await import('@cf-wasm/photon')
  const image = new PhotonImage(data, width, height)
  const bytes = image.get_bytes()
  image.free()
  return bytes
}
