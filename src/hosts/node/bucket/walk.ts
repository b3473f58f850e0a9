import { join } from 'node:path'
import { listFolder, readText } from './files.ts'
import { folderOf, isShortened, RECORD, SEGMENT, segmentOf, UPLOADS } from './names.ts'
import { parse } from './record.ts'

/** Part of a bucket's keys. */
export interface Wanted {
  readonly prefix: string
  /** Only keys after this one. */
  readonly after?: string | undefined
}

/** The keys of a bucket in the order of their bytes, folder by folder. */
export async function* walkKeys(bucket: string, wanted: Wanted): AsyncGenerator<string> {
  const { path, begin } = folderOf(bucket, wanted.prefix)
  yield* walk(path, begin, wanted)
}

async function* walk(folder: string, begin: string, wanted: Wanted): AsyncGenerator<string> {
  for (const { key, path } of await entriesOf(folder, begin, wanted)) {
    if (path === null) yield key
    else yield* walk(path, key, wanted)
  }
}

interface Entry {
  /** A key, or what all keys in a folder begin with. */
  readonly key: string
  /** The folder, absolute; `null` for an object. */
  readonly path: string | null
}

/** Objects and folders of a folder that may hold what is wanted. A folder comes where its keys come: as if it ended in `/`. */
async function entriesOf(folder: string, begin: string, { prefix, after }: Wanted): Promise<Entry[]> {
  const last = after === undefined ? null : Buffer.from(after)
  const found: (Entry & { readonly bytes: Buffer })[] = []
  for (const file of await listFolder(folder)) {
    const isFolder = file.isDirectory()
    const segment = isFolder ? await folderSegment(folder, file.name) : await objectSegment(folder, file.name)
    if (segment === null) continue
    const key = begin + segment + (isFolder ? '/' : '')
    if (!key.startsWith(prefix) && !(isFolder && prefix.startsWith(key))) continue
    const bytes = Buffer.from(key)
    if (last !== null && Buffer.compare(bytes, last) <= 0 && !(isFolder && after?.startsWith(key))) continue
    found.push({ key, bytes, path: isFolder ? join(folder, file.name) : null })
  }
  return found.sort((one, other) => Buffer.compare(one.bytes, other.bytes))
}

async function folderSegment(folder: string, name: string): Promise<string | null> {
  if (name === UPLOADS) return null
  return isShortened(name) ? readText(join(folder, name, SEGMENT)) : segmentOf(name)
}

async function objectSegment(folder: string, file: string): Promise<string | null> {
  if (!file.endsWith(RECORD)) return null
  const name = file.slice(0, -RECORD.length)
  if (!isShortened(name)) return segmentOf(name)
  const record = parse((await readText(join(folder, file))) ?? '')
  return record?.key.split('/').at(-1) ?? null
}
