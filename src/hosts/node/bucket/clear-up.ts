import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn, orMissing, readText, removeEmpty } from './files.ts'
import { isShortened, nameOfData, RECORD, segmentOf, UPLOADS } from './names.ts'
import { parse } from './record.ts'

const DAY = 86_400_000
/** Time without new parts after which an upload is abandoned, in milliseconds (R2's default). */
const ABANDONED = 7 * DAY
/** Minimum age, in milliseconds, of a leftover file: its writer has certainly ended by then. */
const LEFT_OVER = DAY

/**
 * Deletes what interrupted writes have left in a bucket's folder: uploads without new parts for a week, and content
 * that no record names. Other processes may use the bucket in the meantime.
 * @param now milliseconds since the epoch
 * @returns the number of deleted uploads and files
 */
export async function clearUp(bucket: string, now: number): Promise<number> {
  return (await clearUploads(join(bucket, UPLOADS), now)) + (await clearFolder(bucket, now))
}

async function clearUploads(folder: string, now: number): Promise<number> {
  let removed = 0
  for await (const name of namesIn(folder)) {
    const upload = join(folder, name)
    let latest = await lastChange(upload)
    for await (const file of namesIn(upload)) latest = Math.max(latest, await lastChange(join(upload, file)))
    if (latest > now - ABANDONED) continue
    await rm(upload, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

async function clearFolder(folder: string, now: number): Promise<number> {
  const { folders, doubtful } = await lookInto(folder)
  let removed = 0
  for (const file of doubtful) {
    const path = join(folder, file)
    if ((await lastChange(path)) > now - LEFT_OVER || (await isNamed(folder, file))) continue
    await rm(path, { force: true })
    removed += 1
  }
  for (const name of folders) {
    removed += await clearFolder(join(folder, name), now)
    await removeEmpty([join(folder, name)])
  }
  return removed
}

/**
 * Lists the subfolders, and files that may be left over: content without a record, and content of an object that has
 * more than one content file.
 */
async function lookInto(folder: string): Promise<{ readonly folders: string[]; readonly doubtful: string[] }> {
  const folders: string[] = []
  const doubtful: string[] = []
  const records = new Set<string>()
  /** The first content file found for each object, by the object's name. */
  const first = new Map<string, string>()
  for await (const name of namesIn(folder)) {
    const owner = nameOfData(name)
    if (owner !== null) {
      const other = first.get(owner)
      if (other === undefined) first.set(owner, name)
      else doubtful.push(other, name)
    } else if (name.endsWith(RECORD)) records.add(name.slice(0, -RECORD.length))
    else if (segmentOf(name) !== null || isShortened(name)) folders.push(name)
  }
  for (const [owner, name] of first) if (!records.has(owner)) doubtful.push(name)
  return { folders, doubtful: [...new Set(doubtful)] }
}

async function isNamed(folder: string, file: string): Promise<boolean> {
  const text = await readText(join(folder, nameOfData(file) + RECORD))
  if (text === null) return false
  const record = parse(text)
  return record === null || record.file === file // an unreadable record may name the file
}

/** Returns the time of the last change in milliseconds since the epoch; 0 for a missing file. */
async function lastChange(path: string): Promise<number> {
  return (await orMissing(stat(path), { mtimeMs: 0 })).mtimeMs
}
