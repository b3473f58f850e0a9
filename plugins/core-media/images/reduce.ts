import type { HostImages } from 'lintel'
import { HttpError, t } from 'lintel/kit'
import { type Focus, planResize, type Size } from './geometry.ts'
import { ImageError } from './image-error.ts'
import type { Operation } from './operations.ts'

/** Minimum number of pixels for which the binding is used; smaller images are always decoded here. */
const WORTH_REDUCING = 2_000_000
/** Maximum number of pixels that the binding accepts (Cloudflare Images, limits). */
const MAX_REDUCED = 100_000_000

/**
 * Returns the width to which the binding may reduce a large image before it is decoded here; `null` if the image is
 * small, or too large for the binding, or if the first operation does not reduce it.
 * @param image size as displayed
 */
export function reductionFor(image: Size, first: Operation | undefined, focus?: Focus): number | null {
  const pixels = image.width * image.height
  if (first?.type !== 'resize' || pixels < WORTH_REDUCING || pixels > MAX_REDUCED) return null
  const { crop, scaled } = planResize(image, first, focus)
  const scale = Math.max(scaled.width / crop.width, scaled.height / crop.height)
  return scale < 1 ? Math.ceil(image.width * scale) : null
}

/** Error codes of images that the binding can never decode: not an image, too many pixels, an unknown format. */
const LASTING: ReadonlySet<number> = new Set([9412, 9413, 9511, 9520])

/**
 * Reduces an image with the binding, which returns an upright PNG.
 * @throws ImageError if the image cannot be decoded; HttpError `storage_unavailable` if another attempt may succeed
 */
export async function reduce(images: HostImages, body: ReadableStream<Uint8Array>, width: number): Promise<Uint8Array> {
  try {
    const input = images.input(body)
    const result = await input.transform({ width, fit: 'scale-down' }).output({ format: 'image/png' })
    return new Uint8Array(await result.response().arrayBuffer())
  } catch (error) {
    if (!LASTING.has(codeOf(error))) {
      throw new HttpError('storage_unavailable', t('Images cannot be processed right now. Try again soon.'), {
        headers: { 'Retry-After': '30' },
        cause: error,
      })
    }
    throw new ImageError('The image cannot be decoded: it is damaged, or of an unsupported kind.', {
      cause: error,
    })
  }
}

/** Returns the code of an error that the Images binding threw; `NaN` if it has none. */
function codeOf(error: unknown): number {
  return error instanceof Error ? Number((error as { readonly code?: unknown }).code ?? Number.NaN) : Number.NaN // set by the binding
}
