import type { HostBucket, HostObject, HostObjectBody } from 'lintel'
import { HttpError, type RequestContext, t } from 'lintel/kit'

/** Folder of backups in the bucket. The media library does not know this folder, and serves nothing from it. */
const FOLDER = 'backups/'
/** Pattern of a key: `20261121T063445123Z-1f2e3d4c5b6a7980.sql.gz`. Keys sort by time, and cannot be guessed. */
const KEY = /^\d{8}T\d{9}Z-[0-9a-f]{16}\.sql\.gz$/

/** A backup in the bucket. */
export interface Backup {
  readonly key: string
  /** Compressed size in bytes. */
  readonly size: number
  /** Time of the state that the backup contains, ISO 8601, UTC. */
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
}

/**
 * Returns the key for a new backup: its time, so that keys sort by it, and a random part.
 * @param createdAt ISO 8601 with milliseconds
 */
export function newKey(createdAt: string): string {
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 16)
  return `${createdAt.replace(/[-:.]/g, '')}-${random}.sql.gz`
}

export function placeOf(key: string): string {
  return FOLDER + key
}

/** Returns all backups, newest first. */
export async function listBackups({ env }: Pick<RequestContext, 'env'>): Promise<readonly Backup[]> {
  const backups: Backup[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await env.MEDIA_BUCKET.list({ prefix: FOLDER, include: ['customMetadata'], ...(cursor && { cursor }) })
    backups.push(...page.objects.filter(({ key }) => KEY.test(key.slice(FOLDER.length))).map(toBackup))
    if (!page.truncated) return backups.sort((a, b) => b.key.localeCompare(a.key))
    cursor = page.cursor
  }
}

/**
 * Opens a backup for reading.
 * @throws HttpError `not_found`
 */
export async function openBackup({ env }: Pick<RequestContext, 'env'>, key: string): Promise<HostObjectBody> {
  const found = KEY.test(key) ? await env.MEDIA_BUCKET.get(placeOf(key)) : null
  if (found) return found
  throw new HttpError('not_found', t('There is no such backup.'))
}

/**
 * Deletes a backup.
 * @throws HttpError `not_found`
 */
export async function deleteBackup({ env }: Pick<RequestContext, 'env'>, key: string): Promise<void> {
  const found = KEY.test(key) ? await env.MEDIA_BUCKET.head(placeOf(key)) : null
  if (!found) throw new HttpError('not_found', t('There is no such backup.'))
  await env.MEDIA_BUCKET.delete(placeOf(key))
}

export function toBackup({
  key,
  size,
  customMetadata = {},
}: Pick<HostObject, 'key' | 'size' | 'customMetadata'>): Backup {
  const { createdAt = '', tables, rows } = customMetadata
  return { key: key.slice(FOLDER.length), size, createdAt, tables: Number(tables), rows: Number(rows) }
}

/** Size of a part in bytes. Parts of one upload have the same size, at least 5 MiB (R2, "Multipart upload"). */
const PART = 8 * 1024 * 1024

/** Stores a stream of unknown length in parts; a stream that is shorter than a part is stored in one piece. */
export async function storeStream(
  bucket: HostBucket,
  place: string,
  stream: AsyncIterable<Uint8Array>,
  customMetadata: Record<string, string>,
): Promise<HostObject> {
  const options = { customMetadata, httpMetadata: { contentType: 'application/gzip' } }
  const parts = partsOf(stream)
  const first = await parts.next()
  if (first.done || first.value.length < PART) return bucket.put(place, first.value ?? new Uint8Array(), options)
  const upload = await bucket.createMultipartUpload(place, options)
  try {
    const uploaded = [await upload.uploadPart(1, first.value)]
    for await (const part of parts) uploaded.push(await upload.uploadPart(uploaded.length + 1, part))
    return await upload.complete(uploaded)
  } catch (error) {
    await upload.abort()
    throw error
  }
}

async function* partsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let part = new Uint8Array(PART)
  let filled = 0
  for await (let chunk of stream) {
    while (chunk.length > 0) {
      const taken = chunk.subarray(0, PART - filled)
      part.set(taken, filled)
      filled += taken.length
      chunk = chunk.subarray(taken.length)
      if (filled === PART) {
        yield part
        part = new Uint8Array(PART)
        filled = 0
      }
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
