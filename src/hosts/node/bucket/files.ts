import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HostBytes } from '../../host.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts'

/** A file with content, and the expected size and hash of that content. */
export interface Contents {
  /** Name of the file. */
  readonly file: string
  readonly size: number
  /** SHA-256 in hex. */
  readonly sha256: string
}

/** Returns a random name for a version. */
export function newVersion(): string {
  return randomBytes(8).toString('hex')
}

/** Writes bytes into a new file and flushes it to disk. Removes the file if that fails. */
export async function writeBytes(
  folder: string,
  file: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Contents> {
  const path = join(folder, file)
  const handle = await create(folder, path)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
    await handle.close()
    return { file, size, sha256: hash.digest('hex') }
  } catch (error) {
    await handle.close().catch(() => undefined) // closing may be what failed
    await rm(path, { force: true })
    throw error
  }
}

/** Replaces a text file atomically: readers see the old text or the new one, even after a power failure. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const waiting = `${path}~${newVersion()}`
  try {
    const handle = await create(dirname(path), waiting)
    await handle.writeFile(text)
    await handle.sync()
    await handle.close()
    await rename(waiting, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(waiting, { force: true })
    throw error
  }
}

/** Returns the chunks of any content that a bucket accepts. */
export function chunksOf(value: HostBytes): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (value instanceof ReadableStream) return value as unknown as AsyncIterable<Uint8Array> // Node's streams are async iterables
  if (typeof value === 'string') return [Buffer.from(value)]
  if (value instanceof ArrayBuffer) return [new Uint8Array(value)]
  return [new Uint8Array(value.buffer, value.byteOffset, value.byteLength)]
}

/** Deletes folders, beginning with the last one, up to the first that is not empty. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    try {
      await rmdir(folder)
    } catch {
      return // the folder is not empty, or no longer exists
    }
  }
}

/** Creates a file and its folder. Tries again if another process removes the empty folder in the meantime. */
async function create(folder: string, path: string, tries = 5): Promise<FileHandle> {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  try {
    const handle = await open(path, 'wx', PRIVATE_FILE)
    if (first !== undefined) await syncBetween(folder, dirname(first))
    return handle
  } catch (error) {
    if (!isMissing(error) || tries <= 1) throw error
    return create(folder, path, tries - 1)
  }
}

/** Makes new folders durable by syncing the folder above each. */
async function syncBetween(folder: string, top: string): Promise<void> {
  for (let above = dirname(folder); above.length >= top.length; above = dirname(above)) {
    await syncFolder(above)
    if (above === top) return
  }
}

/** Syncs a folder. Windows cannot open folders; there, renames are as durable as the file system makes them. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Returns the text of a file; `null` if it does not exist. */
export async function readText(path: string): Promise<string | null> {
  return orMissing(readFile(path, 'utf8'), null)
}

/** Yields the names in a folder, read in batches, so that a large one does not block. A missing folder is empty. */
export async function* namesIn(path: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(path, { bufferSize: 1024 })) yield name
  } catch (error) {
    if (!isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
  }
}

/** Returns the result of an operation, or `instead` if its file does not exist. */
export async function orMissing<Result, Instead>(
  operation: Promise<Result>,
  instead: Instead,
): Promise<Result | Instead> {
  try {
    return await operation
  } catch (error) {
    if (isMissing(error)) return instead
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
