import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { readRecords } from '../json/read-records.ts'
import type { ProblemCollector } from '../source-problems.ts'
import type { KindFile } from '../text/files.ts'

/** Collection in an export, with the ids of its documents. */
export interface PayloadCollection extends KindFile {
  readonly ids: ReadonlySet<string>
  /** Tells whether its documents are files. */
  readonly isUpload: boolean
}

export async function readCollections(
  files: readonly KindFile[],
  problems: ProblemCollector,
): Promise<readonly PayloadCollection[]> {
  const collections: PayloadCollection[] = []
  for (const file of files) {
    const ids = new Set<string>()
    let uploads = 0
    for await (const { values } of readRecords(file, problems)) {
      const id = idOf(values)
      if (id !== null) ids.add(id)
      if (isUpload(values)) uploads += 1
    }
    collections.push({ ...file, ids, isUpload: uploads > 0 && uploads === ids.size })
  }
  return collections
}

/**
 * Returns the id in a value, even if a deep export contains the whole document in place of its id; `null` if there is
 * none.
 */
export function idOf(value: Json | undefined): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return isJsonObject(value) && (typeof value.id === 'string' || typeof value.id === 'number') ? String(value.id) : null
}

/**
 * Tells whether a value is a whole document in place of its id, as in an export with depth. Rows and blocks have an id,
 * too, but no times.
 */
export function isDocument(value: Json): value is JsonObject {
  return isJsonObject(value) && idOf(value) !== null && typeof value.createdAt === 'string'
}

function isUpload({ filename, mimeType }: JsonObject): boolean {
  return typeof filename === 'string' && typeof mimeType === 'string'
}
