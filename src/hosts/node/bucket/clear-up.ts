import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolder, orMissing, readText, removeEmpty } from './files.ts'
import { isShortened, nameOfData, RECORD, segmentOf, UPLOADS } from './names.ts'
import { parse } from './record.ts'

const DAY = 86_400_000
/** Time after which an upload in parts to which nothing comes is abandoned, in milliseconds (R2's default). */
const ABANDONED = 7 * DAY
/** Age at which a file that no record names is nobody's: whatever wrote it has ended. */
const LEFT_OVER = DAY

/**
 * Deletes what interrupted writes have left in a bucket's folder: uploads in parts that nobody has gone on with for a
 * week, and files that no record names. For a timer, once a day; other processes may go on meanwhile.
 * @param now milliseconds since the epoch
 * @returns the number of uploads and files that went
 */
export async function clearUp(bucket: string, now: number): Promise<number> {
  return (await clearUploads(join(bucket, UPLOADS), now)) + (await clearFolder(bucket, now))
}

async function clearUploads(folder: string, now: number): Promise<number> {
  let removed = 0
  for (const { name } of await listFolder(folder)) {
    const upload = join(folder, name)
    const ages = await Promise.all((await listFolder(upload)).map((file) => lastChange(join(upload, file.name))))
    if (Math.max(await lastChange(upload), ...ages) > now - ABANDONED) continue
    await rm(upload, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

async function clearFolder(folder: string, now: number): Promise<number> {
  const entries = await listFolder(folder)
  let removed = 0
  for (const file of leftOver(entries.filter((entry) => entry.isFile()).map(({ name }) => name))) {
    const path = join(folder, file)
    if ((await lastChange(path)) > now - LEFT_OVER || (await isNamed(folder, file))) continue
    await rm(path, { force: true })
    removed += 1
  }
  for (const entry of entries) {
    const isOurs = segmentOf(entry.name) !== null || isShortened(entry.name)
    if (!entry.isDirectory() || !isOurs) continue
    removed += await clearFolder(join(folder, entry.name), now)
    await removeEmpty([join(folder, entry.name)])
  }
  return removed
}

/** Files that may be nobody's: without a record, or beside others of the same object. Records on their way are such, too. */
function leftOver(names: readonly string[]): string[] {
  const records = new Set(names)
  const versions = Map.groupBy(names, nameOfData)
  return [...versions].flatMap(([name, files]) => {
    if (name === null) return []
    return files.length > 1 || !records.has(name + RECORD) ? files : []
  })
}

async function isNamed(folder: string, file: string): Promise<boolean> {
  const text = await readText(join(folder, nameOfData(file) + RECORD))
  if (text === null) return false
  const record = parse(text)
  return record === null || record.file === file // one that cannot be read may have named it
}

/** In milliseconds since the epoch; 0 for a file that is gone. */
async function lastChange(path: string): Promise<number> {
  return (await orMissing(stat(path), { mtimeMs: 0 })).mtimeMs
}
