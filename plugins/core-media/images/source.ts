import type { RequestContext } from 'lintel/kit'
import { placeOf } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import type { FileRow } from '../tables.ts'
import type { Focus } from './geometry.ts'
import { ImageError } from './image-error.ts'
import { MAX_BYTES, MAX_PIXELS, type SourceImage } from './transform.ts'

/** Types that are decoded. */
const DECODED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Whether images can be made of files of a type at all. */
export function isDecoded(type: string): boolean {
  return DECODED.has(type)
}

/**
 * Reads a stored image, once its header has shown that it may be decoded.
 * @throws ImageError where it may not
 */
export async function readSource(c: RequestContext, file: FileRow, focus?: Focus): Promise<SourceImage> {
  const { mimeType: type, width, height, size, metadata } = file
  if (!isDecoded(type)) throw new ImageError(`Nothing is made of ${type}.`)
  if (!width || !height) throw new ImageError('The image does not say how large it is.')
  if (width * height > MAX_PIXELS) {
    throw new ImageError(`The image has ${width} by ${height} pixels; at most ${MAX_PIXELS} in all are decoded.`)
  }
  if (size > MAX_BYTES) throw new ImageError(`The image has ${size} bytes; at most ${MAX_BYTES} are decoded.`)
  const stored = await storageOf(c).get(placeOf(file.filename))
  if (!stored) throw new ImageError('The file is not in the storage any more.')
  const bytes = new Uint8Array(await new Response(stored.body).arrayBuffer())
  return { bytes, type, orientation: metadata?.orientation ?? 1, ...(focus ? { focus } : {}) }
}
