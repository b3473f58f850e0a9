import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostBucket, HostListOptions, HostObject, HostObjectList, HostObjectOptions } from '../../host.ts'
import { type Contents, chunksOf, newVersion, readText, removeEmpty, writeBytes, writeWhole } from './files.ts'
import { dataName, isShortened, type Place, placeOf, SEGMENT } from './names.ts'
import { type OnDamage, openObject } from './read.ts'
import { DamagedObject, describe, type ObjectRecord, readRecord, writeRecord } from './record.ts'
import { uploadsIn } from './uploads.ts'
import { createWalk, type Wanted } from './walk.ts'

/** Maximum number of keys that one call lists or deletes (R2). */
const AT_ONCE = 1000
/** Maximum number of records read concurrently. */
const READ_AT_ONCE = 32

/**
 * Creates a bucket in a folder, which any number of processes may use at once. `media/photo.jpg` has its content in
 * `media/photo~<version>.jpg` and its record, which names that file, in `media/photo.jpg~object.json`. A version is
 * written completely before a record names it, so readers see either the old object or the new one.
 * @param folder absolute path; created by the first write
 * @param onDamage called with each object that turns out to be damaged
 */
export function createFolderBucket(folder: string, onDamage: OnDamage): HostBucket {
  const at = (key: string) => placeOf(folder, key)
  const walk = createWalk(folder)
  const put = (place: Place, chunks: ReturnType<typeof chunksOf>, options: HostObjectOptions) =>
    store(place, options, (file) => writeBytes(place.folder, file, chunks))
  return {
    put: async (key, value, options = {}) => put(at(key), chunksOf(value), options),
    head: async (key) => {
      const record = await reporting(onDamage, () => readRecord(at(key)))
      return record && describe(record)
    },
    get: async (key, { range } = {}) => {
      const found = await reporting(onDamage, () => openObject(at(key), range, onDamage))
      return found && { ...describe(found.record), body: found.body }
    },
    delete: async (keys) => {
      const places = [keys].flat().map(at)
      if (places.length > AT_ONCE) throw new Error(`delete: at most ${AT_ONCE} keys at once`)
      for (const place of places) await remove(place)
    },
    list: (options = {}) => list(folder, walk, options, onDamage),
    ...uploadsIn(folder, (key, chunks, options) => put(at(key), chunks, options)),
  }
}

/** Writes a version, makes it the current content, and deletes the previous one. */
async function store(
  place: Place,
  { httpMetadata, customMetadata }: HostObjectOptions,
  write: (file: string) => Promise<Contents>,
): Promise<HostObject> {
  await nameFolders(place)
  const contents = await write(dataName(place.name, newVersion()))
  try {
    const before = await readRecord(place).catch(() => null) // a damaged record is replaced
    const record: ObjectRecord = {
      key: place.key,
      ...contents,
      uploaded: new Date().toISOString(),
      ...(httpMetadata && { httpMetadata }),
      ...(customMetadata && { customMetadata }),
    }
    await writeRecord(place, record)
    if (before) await rm(join(place.folder, before.file), { force: true })
    return describe(record)
  } catch (error) {
    const named = await readRecord(place).catch(() => null)
    if (named?.file !== contents.file) await rm(join(place.folder, contents.file), { force: true })
    throw error
  }
}

/** For each folder with a shortened name, records the part of the key that the name stands for. */
async function nameFolders({ folders }: Place): Promise<void> {
  for (const { path, segment } of folders) {
    const file = join(path, SEGMENT)
    if (isShortened(path) && (await readText(file)) === null) await writeWhole(file, segment)
  }
}

/** Removes an object: first its record, without which the object does not exist, then its content. */
async function remove(place: Place): Promise<void> {
  const record = await readRecord(place).catch(() => null) // a damaged record is removed now, its content later
  await rm(place.record, { force: true })
  if (record) await rm(join(place.folder, record.file), { force: true })
  await removeEmpty(place.folders.map(({ path }) => path))
}

async function list(
  folder: string,
  walk: (range: Wanted) => AsyncIterable<string>,
  options: HostListOptions,
  onDamage: OnDamage,
): Promise<HostObjectList> {
  const { prefix = '', cursor, limit = AT_ONCE, include = [] } = options
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= AT_ONCE)) {
    throw new Error(`list: MaxKeys params must be positive integer <= ${AT_ONCE}. (10022)`)
  }
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString()
  const keys: string[] = []
  let truncated = false
  for await (const key of walk({ prefix, after })) {
    truncated = keys.length === limit
    if (truncated) break
    keys.push(key)
  }
  const objects = (await readAll(folder, keys, onDamage)).map(({ httpMetadata, customMetadata, ...object }) => ({
    ...object,
    ...(include.includes('httpMetadata') && { httpMetadata }),
    ...(include.includes('customMetadata') && { customMetadata }),
  })) as HostObject[] // absent properties are optional
  const last = Buffer.from(keys.at(-1) ?? '').toString('base64url')
  return truncated ? { objects, truncated, cursor: last } : { objects, truncated }
}

/** Reads objects by key. Objects that no longer exist, or whose record is damaged, are left out. */
async function readAll(folder: string, keys: readonly string[], onDamage: OnDamage): Promise<HostObject[]> {
  const found: HostObject[] = []
  for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
    const part = keys.slice(start, start + READ_AT_ONCE)
    const read = (key: string) => reporting(onDamage, () => readRecord(placeOf(folder, key)), null)
    const records = await Promise.all(part.map(read))
    found.push(...records.filter((record) => record !== null).map(describe))
  }
  return found
}

/**
 * Reads an object and reports damage.
 * @param instead result for a damaged object. Default: the error is thrown
 */
async function reporting<Result>(onDamage: OnDamage, read: () => Promise<Result>, instead?: Result): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DamagedObject)) throw error
    onDamage(error)
    if (instead !== undefined) return instead
    throw error
  }
}
