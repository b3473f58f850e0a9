import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostRange } from '../../host.ts'
import { isMissing } from './files.ts'
import type { Place } from './names.ts'
import { DamagedObject, type ObjectRecord, readRecord } from './record.ts'

export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** Maximum size, in bytes, of an object that is read and checked before any of it is returned. */
const SMALL = 1024 * 1024
const CHUNK = 256 * 1024

/** Called with each object that turns out to be damaged. */
export type OnDamage = (damage: DamagedObject) => void

/**
 * Opens an object, or a part of it. Content that is read completely is verified: the last bytes of a damaged object are
 * never returned.
 * @returns `null` for a missing key
 * @throws DamagedObject if the content is missing or differs from what was written. The bytes of a large object are
 * only checked while the body is read
 */
export async function openObject(
  place: Place,
  range: HostRange | undefined,
  onDamage: OnDamage,
): Promise<{ readonly record: ObjectRecord; readonly body: Bytes } | null> {
  let missing: string | undefined
  for (;;) {
    const record = await readRecord(place)
    if (record === null) return null
    const path = join(place.folder, record.file)
    if (record.file === missing) throw new DamagedObject(place.key, path, 'its content is missing')
    const { start, end } = limitsOf(range, record.size)
    try {
      const damage = (why: string) => new DamagedObject(place.key, path, why)
      const body = await (record.size <= SMALL ? readSmall : readLarge)({ path, record, start, end, damage, onDamage })
      return { record, body }
    } catch (error) {
      if (!isMissing(error)) throw error
      missing = record.file // if the object was replaced meanwhile, its record names another file now
    }
  }
}

interface Reading {
  readonly path: string
  readonly record: ObjectRecord
  /** Index of the first byte. */
  readonly start: number
  /** Index after the last byte. */
  readonly end: number
  readonly damage: (why: string) => DamagedObject
  readonly onDamage: OnDamage
}

const OTHER_BYTES = 'its content differs from what was written'
const OTHER_SIZE = 'its size differs from what was written'

async function readSmall({ path, record, start, end, damage }: Reading): Promise<Bytes> {
  const bytes = new Uint8Array(await readFile(path))
  if (bytes.length !== record.size) throw damage(OTHER_SIZE)
  if (createHash('sha256').update(bytes).digest('hex') !== record.sha256) throw damage(OTHER_BYTES)
  return new ReadableStream({
    start(controller) {
      if (end > start) controller.enqueue(bytes.subarray(start, end))
      controller.close()
    },
  })
}

/**
 * Reads a large object as a stream. The file is opened by the first read, so that an unread body keeps nothing open.
 */
async function readLarge({ path, record, start, end, damage, onDamage }: Reading): Promise<Bytes> {
  if ((await stat(path)).size !== record.size) throw damage(OTHER_SIZE)
  const hash = end - start === record.size ? createHash('sha256') : null
  let position = start
  let handle: FileHandle | undefined
  const finish = async (): Promise<void> => {
    const open = handle
    handle = undefined
    await open?.close()
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          handle ??= await open(path)
          const chunk = new Uint8Array(Math.min(CHUNK, end - position))
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
          if (bytesRead === 0) throw damage(OTHER_SIZE)
          hash?.update(chunk.subarray(0, bytesRead))
          position += bytesRead
          if (position === end && hash && hash.digest('hex') !== record.sha256) throw damage(OTHER_BYTES)
          controller.enqueue(chunk.subarray(0, bytesRead))
        } catch (error) {
          if (error instanceof DamagedObject) onDamage(error)
          await finish()
          throw error
        }
        if (position < end) return
        await finish()
        controller.close()
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}

function limitsOf(range: HostRange | undefined, size: number): { readonly start: number; readonly end: number } {
  if (range === undefined) return { start: 0, end: size }
  const { offset, length } = range
  if (!(offset >= 0 && offset < size && length > 0)) {
    throw new Error('The requested range is not satisfiable (10039)')
  }
  return { start: offset, end: Math.min(size, offset + length) }
}
