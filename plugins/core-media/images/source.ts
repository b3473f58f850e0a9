import type { RequestContext } from 'lintel/kit'
import { placeOf } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import type { FileRow } from '../tables.ts'
import type { Focus } from './geometry.ts'
import { ImageError } from './image-error.ts'
import type { Operation } from './operations.ts'
import { imagesOf, reduce, reductionFor } from './reduce.ts'
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
export async function readSource(
  c: RequestContext,
  file: FileRow,
  operations: readonly Operation[],
  focus?: Focus,
): Promise<SourceImage> {
  const { mimeType: type, width, height, size, metadata } = file
  if (!isDecoded(type)) throw new ImageError(`Nothing is made of ${type}.`)
  if (!width || !height) throw new ImageError('The image does not say how large it is.')
  const reduction = reductionFor({ width, height }, operations[0], focus)
  const images = reduction === null ? undefined : imagesOf(c)
  const given = { type, ...(focus ? { focus } : {}) }
  if (images && reduction !== null) {
    const bytes = await reduce(images, await openFile(c, file), reduction)
    return { bytes, orientation: 1, ...given }
  }
  if (width * height > MAX_PIXELS) {
    throw new ImageError(`The image has ${width} by ${height} pixels; at most ${MAX_PIXELS} in all are decoded.`)
  }
  if (size > MAX_BYTES) throw new ImageError(`The image has ${size} bytes; at most ${MAX_BYTES} are decoded.`)
  const bytes = new Uint8Array(await new Response(await openFile(c, file)).arrayBuffer())
  return { bytes, orientation: metadata?.orientation ?? 1, ...given }
}

async function openFile(c: RequestContext, file: FileRow): Promise<ReadableStream<Uint8Array>> {
  const stored = await storageOf(c).get(placeOf(file.filename))
  if (!stored) throw new ImageError('The file is not in the storage any more.')
  return stored.body
}
