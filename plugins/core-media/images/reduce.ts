import type { HostImages } from 'lintel'
import { HttpError, t } from 'lintel/kit'
import { type Focus, planResize, type Size } from './geometry.ts'
import { ImageError } from './image-error.ts'
import type { Operation } from './operations.ts'

/** Smaller images are decoded here in any case. */
const WORTH_REDUCING = 2_000_000
/** Most pixels that the binding takes (Cloudflare Images, limits). */
const MAX_REDUCED = 100_000_000

/**
 * The width to which a large image may be made smaller before it is decoded here, since its first operation makes it smaller
 * anyway; `null` where it may not.
 * @param image as displayed
 */
export function reductionFor(image: Size, first: Operation | undefined, focus?: Focus): number | null {
  const pixels = image.width * image.height
  if (first?.type !== 'resize' || pixels < WORTH_REDUCING || pixels > MAX_REDUCED) return null
  const { crop, scaled } = planResize(image, first, focus)
  const scale = Math.max(scaled.width / crop.width, scaled.height / crop.height)
  return scale < 1 ? Math.ceil(image.width * scale) : null
}

/** Codes of images that the binding will never decode: no image, too many pixels, a format it does not know. */
const LASTING: ReadonlySet<number> = new Set([9412, 9413, 9511, 9520])

/**
 * Has the binding make an image smaller, upright, as PNG.
 * @throws ImageError where it cannot be decoded; HttpError `storage_unavailable` where another try may go well
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

/** The binding's errors have a number. */
function codeOf(error: unknown): number {
  return error instanceof Error ? Number((error as { readonly code?: unknown }).code ?? Number.NaN) : Number.NaN // theirs
}
