import { LIFETIME } from './known-files.ts'
import type { Storage, StoredObject } from './storage.ts'

/** An object of the storage with its bytes. */
interface KeptObject {
  readonly object: StoredObject
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Maximum size of an object that is kept, in bytes: enough for thumbnails, and for pictures on websites. */
const MAX_KEPT = 512 * 1024
/** Maximum size of all kept objects in an isolate, in bytes. */
const ROOM = 8 * 1024 * 1024
/** Kept objects by place, the most recently used at the end. */
const kept = new Map<string, KeptObject & { readonly until: number }>()
let filled = 0

/**
 * Wraps a storage with the memory of this isolate. Only for public files, since not everybody may read private ones.
 */
export function throughMemory(storage: Storage): Pick<Storage, 'head' | 'get'> {
  return {
    head: async (place) => recall(place)?.object ?? storage.head(place),
    get: async (place, range) => {
      const known = recall(place)
      if (known) {
        const bytes = range ? known.bytes.subarray(range.offset, range.offset + range.length) : known.bytes
        return { ...known.object, body: streamOf(bytes) }
      }
      const found = await storage.get(place, range)
      if (!found || range || found.size > MAX_KEPT) return found
      const { body, ...object } = found
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      keep(place, { object, bytes })
      return { ...object, body: streamOf(bytes) }
    },
  }
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream()
}

/** Returns an object that was read recently. What is stored at a place never changes. */
export function recall(place: string): KeptObject | undefined {
  const found = kept.get(place)
  if (!found) return undefined
  forgetPlaces([place])
  if (found.until <= Date.now()) return undefined
  add(place, found)
  return found
}

/** Keeps an object of at most `MAX_KEPT` bytes, in place of the least recently used objects. */
function keep(place: string, found: KeptObject): void {
  forgetPlaces([place])
  add(place, { ...found, until: Date.now() + LIFETIME })
  for (const oldest of kept.keys()) {
    if (filled <= ROOM) break
    forgetPlaces([oldest])
  }
}

export function forgetPlaces(places: readonly string[]): void {
  for (const place of places) {
    const found = kept.get(place)
    if (!found) continue
    kept.delete(place)
    filled -= found.bytes.length
  }
}

function add(place: string, found: KeptObject & { readonly until: number }): void {
  kept.set(place, found)
  filled += found.bytes.length
}
