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

/** A file on its way into the storage: private metadata stays behind, and facts are read in passing. */
export interface Inspection {
  /**
   * Takes the next chunk; gives what goes on of what has come so far.
   * @throws DamagedFile for a picture that is not built as its type is
   */
  push(chunk: Uint8Array): Uint8Array[]
  /**
   * Bytes to add when the file ends in the middle of a part.
   * @throws DamagedFile where what was taken out may have been more than metadata
   */
  end(): Uint8Array
  /** Metadata read so far. */
  facts(): Facts
}

export function inspect(type: MediaTypeName): Inspection {
  const gathered: Gathered = {}
  const inspector = INSPECTORS[type]?.(gathered)
  if (inspector === undefined) return { push: (chunk) => [chunk], end: () => NOTHING, facts: () => ({}) }
  const filter = createFilter(inspector)
  return {
    push: filter.push,
    end: () => (needsCleaning(type) ? endOfPicture(filter, gathered) : filter.held()),
    facts: () => turned(gathered),
  }
}

const NOTHING = new Uint8Array(0)

/** Most bytes at the end of a file that are passed on unread: less than any metadata that says something. */
const MAX_REST = 16

/** Takes what was taken out for metadata only if there is a picture besides it, and if it has come whole. */
function endOfPicture(filter: Filter, { hasPicture = false }: Gathered): Uint8Array {
  const rest = filter.held()
  if (rest.length > MAX_REST || filter.isRemoving() || (!hasPicture && filter.hasRemoved())) throw new DamagedFile()
  return rest
}

/** Types whose bytes change on their way into the storage. */
const CLEANED: ReadonlySet<MediaTypeName> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Tells whether files of the type must go through an inspection before they may be served. */
export function needsCleaning(type: MediaTypeName): boolean {
  return CLEANED.has(type)
}

/** Tells whether files of the type, where they lie in the storage uncleaned, may hold what is not to be served. */
export function mayBeReplaced(type: MediaTypeName): boolean {
  return INSPECTORS[type] === inspectMp4
}

/** The facts of a file that lies in the storage already, with what is not to be served of it. */
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
