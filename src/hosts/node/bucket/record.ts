import type { HostObject, HostObjectOptions } from '../../host.ts'
import { type Contents, readText, writeWhole } from './files.ts'
import type { Place } from './names.ts'

/**
 * Properties of an object, in a file beside its content. It names the content file: writing the record makes the
 * content current.
 */
export interface ObjectRecord extends Contents, HostObjectOptions {
  readonly key: string
  /** Time of the upload, ISO 8601. */
  readonly uploaded: string
}

/** Thrown for an object whose files differ from what was written. */
export class DamagedObject extends Error {
  override readonly name = 'DamagedObject'

  readonly key: string

  constructor(key: string, path: string, why: string) {
    super(`The object ${key} is damaged: ${why}. Restore ${path} from a backup, or upload the file again.`)
    this.key = key
  }
}

/**
 * Reads the record of an object; `null` for a missing key.
 * @throws DamagedObject if it is not a valid record of that key
 */
export async function readRecord({ key, record }: Pick<Place, 'key' | 'record'>): Promise<ObjectRecord | null> {
  const text = await readText(record)
  if (text === null) return null
  const found = parse(text)
  if (found === null || found.key !== key) throw new DamagedObject(key, record, 'its record cannot be read')
  return found
}

export async function writeRecord({ record }: Place, facts: ObjectRecord): Promise<void> {
  await writeWhole(record, `${JSON.stringify(facts)}\n`)
}

/** Parses the text of a record; `null` for any other text. */
export function parse(text: string): ObjectRecord | null {
  try {
    const facts = JSON.parse(text) as Partial<ObjectRecord> | null // checked below
    const { key, file, size, sha256, uploaded } = facts ?? {}
    const isWhole =
      typeof key === 'string' &&
      typeof file === 'string' &&
      /^[^/\\]+$/.test(file) &&
      Number.isSafeInteger(size) &&
      /^[0-9a-f]{64}$/.test(String(sha256)) &&
      Number.isFinite(Date.parse(String(uploaded)))
    return isWhole ? (facts as ObjectRecord) : null
  } catch {
    return null // not JSON
  }
}

/** Returns an object as callers see it. */
export function describe({ key, size, sha256, uploaded, httpMetadata, customMetadata }: ObjectRecord): HostObject {
  return {
    key,
    size,
    etag: sha256,
    httpEtag: `"${sha256}"`,
    uploaded: new Date(uploaded),
    httpMetadata: httpMetadata ?? {},
    customMetadata: customMetadata ?? {},
  }
}
