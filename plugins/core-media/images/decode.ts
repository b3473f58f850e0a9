import type { DecodedImage } from './codecs/decoded.ts'
import type { JpegCodec } from './codecs/jpeg.ts'
import { decodeWithPhoton } from './codecs/photon.ts'
import { decodePng } from './codecs/png.ts'
import { findColors } from './color/find-profile.ts'
import { conversionOf } from './color/to-srgb.ts'
import type { Size } from './geometry.ts'

/**
 * Decodes an image of the type that its first bytes show. Pixels that are read from it are sRGB, whatever the colors in
 * the file.
 * @param atLeast minimum size of the result: a JPEG may be decoded at a smaller size than its own
 * @throws ImageError if the file is damaged
 */
export async function decode(jpeg: JpegCodec, bytes: Uint8Array, atLeast: Size): Promise<DecodedImage> {
  const { space, profile } = await findColors(bytes)
  const convert = conversionOf(space, profile)
  const image = await decodePixels(jpeg, bytes, atLeast)
  if (convert === null) return image
  return {
    ...image,
    read: (part) => {
      const pixels = image.read(part)
      convert(pixels)
      return pixels
    },
  }
}

async function decodePixels(jpeg: JpegCodec, bytes: Uint8Array, atLeast: Size): Promise<DecodedImage> {
  if (isJpeg(bytes)) return jpeg.decode(bytes, atLeast)
  return bytes[0] === 0x89 ? decodePng(bytes) : decodeWithPhoton(bytes)
}

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8
}
