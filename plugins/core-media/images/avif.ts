import type { HostImages } from 'lintel'
import { findService, HttpError, type RequestContext, t } from 'lintel/kit'
import { encodeWithPhoton } from './codecs/photon.ts'
import { ImageError } from './image-error.ts'
import type { Pixels } from './pixels.ts'

/** Encoder for AVIF: the service `avif`, which the plugin `media-avif` provides. */
export interface AvifEncoder {
  /** Maximum number of pixels in a picture that it encodes. */
  readonly maxPixels: number
  /**
   * Encodes pixels as AVIF.
   * @param quality 1 to 100
   */
  encode(pixels: Pixels, quality: number): Promise<Uint8Array>
}

declare module 'lintel' {
  interface Services {
    avif: AvifEncoder
  }
}

/** Tells whether AVIF can be encoded: by Cloudflare Images if it is bound, otherwise by a plugin. */
export async function writesAvif(c: RequestContext): Promise<boolean> {
  return c.env.IMAGES !== undefined || (await findService(c, 'avif')) !== null
}

/**
 * Encodes pixels as AVIF.
 * @throws ImageError if there is no encoder, or the picture has too many pixels for it; HttpError `storage_unavailable`
 * if another attempt may succeed
 */
export async function encodeAvif(c: RequestContext, pixels: Pixels, quality: number): Promise<Uint8Array> {
  const images = c.env.IMAGES
  if (images) return encodeByBinding(images, pixels, quality)
  const encoder = await findService(c, 'avif')
  if (!encoder) {
    throw new ImageError(
      'This service cannot create AVIF images: use the plugin media-avif, bind Cloudflare Images as IMAGES, or install sharp on your server.',
    )
  }
  const { maxPixels } = encoder
  if (pixels.width * pixels.height > maxPixels) {
    throw new ImageError(`AVIF images have at most ${maxPixels} pixels here: resize the image first.`)
  }
  return encoder.encode(pixels, quality)
}

async function encodeByBinding(images: HostImages, pixels: Pixels, quality: number): Promise<Uint8Array> {
  const png = await encodeWithPhoton(pixels)
  try {
    const body = new Blob([png as Uint8Array<ArrayBuffer>]).stream()
    const result = await images.input(body).output({ format: 'image/avif', quality })
    return new Uint8Array(await result.response().arrayBuffer())
  } catch (cause) {
    const message = t('Images cannot be processed right now. Try again soon.')
    throw new HttpError('storage_unavailable', message, { headers: { 'Retry-After': '30' }, cause })
  }
}
