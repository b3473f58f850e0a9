import { log, type RequestContext } from 'lintel/kit'
import { placeOf } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import type { FileRow } from '../tables.ts'
import type { Focus } from './geometry.ts'
import { ImageError } from './image-error.ts'
import { isDecodable, requireDecodable } from './limits.ts'
import type { Operation } from './operations.ts'
import { reduce, reductionFor } from './reduce.ts'
import type { SourceImage } from './transform.ts'

/** Media types of files from which images can be made. */
export const DECODED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Tells whether images can be made from files of a type at all. */
export function isDecoded(type: string): boolean {
  return DECODED.has(type)
}

/**
 * Reads a stored image after checking by its header that it can be decoded.
 * @throws ImageError if it cannot be decoded
 */
export async function readSource(
  c: RequestContext,
  file: FileRow,
  operations: readonly Operation[],
  focus?: Focus,
): Promise<SourceImage> {
  const { mimeType: type, width, height, size, metadata } = file
  if (!isDecoded(type)) throw new ImageError(`No image can be made from ${type}.`)
  if (!width || !height) throw new ImageError('The image does not say how large it is.')
  const reduction = reductionFor({ width, height }, operations[0], focus)
  const images = reduction === null ? undefined : c.env.IMAGES
  const facts = { type, ...(focus ? { focus } : {}) }
  const measures = { type, width, height, size }
  if (images && reduction !== null) {
    try {
      const bytes = await reduce(images, await openFile(c, file), reduction)
      return { bytes, orientation: 1, ...facts }
    } catch (error) {
      if (error instanceof ImageError || !isDecodable(measures)) throw error
      log(c, 'warn', { type: 'media', message: 'the image is decoded without the image service', error: String(error) })
    }
  }
  requireDecodable(measures)
  const bytes = new Uint8Array(await new Response(await openFile(c, file)).arrayBuffer())
  return { bytes, orientation: metadata?.orientation ?? 1, ...facts }
}

async function openFile(c: RequestContext, file: FileRow): Promise<ReadableStream<Uint8Array>> {
  const stored = await storageOf(c).get(placeOf(file.filename))
  if (!stored) throw new ImageError('The file is no longer in storage.')
  return stored.body
}
