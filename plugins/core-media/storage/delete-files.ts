import { derivedPlaceOf, placeOf } from './keys.ts'
import type { Storage } from './storage.ts'

/** Deletes files and everything made from them. */
export async function deleteFiles(storage: Storage, keys: readonly string[]): Promise<void> {
  const derived = await Promise.all(keys.map((key) => listAll(storage, derivedPlaceOf(key, ''))))
  await storage.delete([...keys.map(placeOf), ...derived.flat()])
}

async function listAll(storage: Storage, prefix: string): Promise<string[]> {
  const places: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await storage.list(prefix, cursor)
    places.push(...page.objects.map(({ key }) => key))
    if (page.cursor === null) return places
    cursor = page.cursor
  }
}
