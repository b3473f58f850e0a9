import type { MediaTypeName } from '../media-types.ts'
import type { Facts, StoredFacts } from './facts.ts'
import { inspectGif } from './gif.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectMp3 } from './mp3.ts'
import { inspectMp4 } from './mp4.ts'
import { turned } from './orientation.ts'
import { inspectPng } from './png.ts'
import { createFilter, DamagedFile, type Filter, type Gathered, type Inspector, inspectAt } from './steps.ts'
import { inspectWav } from './wav.ts'
import { inspectWebp } from './webp.ts'

const INSPECTORS: { readonly [Type in MediaTypeName]?: (facts: Gathered) => Inspector } = {
  'image/jpeg': inspectJpeg,
  'image/png': inspectPng,
  'image/webp': inspectWebp,
  'image/gif': inspectGif,
  'video/mp4': inspectMp4,
  'video/quicktime': inspectMp4,
  'audio/mp4': inspectMp4,
  'audio/wav': inspectWav,
  'audio/mpeg': inspectMp3,
}

/** The inspection of a file during its upload: it removes private metadata, and reads facts. */
export interface Inspection {
  /**
   * Takes the next chunk; returns the bytes that can be passed on so far.
   * @throws DamagedFile for a picture whose structure does not match its type
   */
  push(chunk: Uint8Array): Uint8Array[]
  /**
   * Returns the bytes that were held back, at the end of the file.
   * @throws DamagedFile if the removed bytes may have been more than metadata
   */
  end(): Uint8Array
  /** Returns the metadata read so far. */
  facts(): Facts
}

export function inspect(type: MediaTypeName): Inspection {
  const gathered: Gathered = {}
  const inspector = INSPECTORS[type]?.(gathered)
  if (inspector === undefined) return { push: (chunk) => [chunk], end: () => NOTHING, facts: () => ({}) }
  const filter = createFilter(inspector)
  return {
    push: filter.push,
    end: () => (needsCleaning(type) ? endOfPicture(filter, gathered) : filter.remainder()),
    facts: () => turned(gathered),
  }
}

const NOTHING = new Uint8Array(0)

/** Maximum number of bytes at the end of a file that are passed on unread: fewer than any meaningful metadata. */
const MAX_REST = 16

/**
 * Returns the last bytes of a picture.
 * @throws DamagedFile if the removed bytes may have been part of the picture, or the last bytes may be metadata
 */
function endOfPicture(filter: Filter, { hasPicture = false }: Gathered): Uint8Array {
  const rest = filter.remainder()
  if (rest.length > MAX_REST || filter.isRemoving() || (!hasPicture && filter.hasRemoved())) throw new DamagedFile()
  return rest
}

/** Types whose bytes are changed during the upload. */
const CLEANED: ReadonlySet<MediaTypeName> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Tells whether files of a type must be cleaned before they may be served. */
export function needsCleaning(type: MediaTypeName): boolean {
  return CLEANED.has(type)
}

/** Tells whether files of a type may contain ranges that must not be served, if they were stored without cleaning. */
export function mayBeReplaced(type: MediaTypeName): boolean {
  return INSPECTORS[type] === inspectMp4
}

/** Reads the facts of a stored file, and its ranges that must not be served. */
export async function inspectStored(
  type: MediaTypeName,
  size: number,
  readAt: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<StoredFacts> {
  const gathered: Gathered = {}
  const inspector = INSPECTORS[type]?.(gathered)
  const replaced = inspector ? await inspectAt(inspector, size, readAt) : []
  return { ...turned(gathered), ...(replaced.length > 0 ? { replaced } : {}) }
}
