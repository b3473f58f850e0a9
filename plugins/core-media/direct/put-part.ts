import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import { detectType, HEAD_SIZE } from '../detect-type.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'
import { mediaUploadParts, mediaUploads, type PartRow, type UploadRow } from '../tables.ts'
import { checkType } from '../upload/receive.ts'
import { HOUR, partCount, partLength, placeOfUpload, typeOf } from './uploads.ts'

/** A stream of a fixed number of bytes, whose length the storage can read (workerd). */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>

/**
 * Streams a part to storage, and records it. The beginning of the first part must match the file's type.
 * @throws HttpError `validation_failed`, `file_type_mismatch`
 */
export async function putPart(
  c: RequestContext,
  storage: Storage,
  upload: UploadRow,
  number: number,
  { uploadLifetime, allowedTypes }: Settings,
): Promise<PartRow> {
  if (number > partCount(upload))
    throw invalid('number', t('The upload has only {parts} parts.', { parts: partCount(upload) }))
  const length = partLength(upload, number)
  const declared = c.req.header('content-length')
  if (declared !== undefined && Number(declared) !== length) throw wrongLength(number, length)
  const chunks = chunksOf(c.req.raw)
  const head = number === 1 ? await readHead(chunks, length) : null
  if (head) {
    const type = typeOf(upload)
    checkType(await detectType(head.bytes, type), type, allowedTypes, upload.originalName)
  }
  const { etag, hash } = await pass(storage, upload, number, length, withHead(head?.bytes, chunks))
  const row = { uploadId: upload.id, number, etag, hash, size: length }
  const { db } = c.var
  await db.batch([
    db
      .insert(mediaUploadParts)
      .values(row)
      .onConflictDoUpdate({ target: [mediaUploadParts.uploadId, mediaUploadParts.number], set: { etag, hash } }),
    db
      .update(mediaUploads)
      .set({ expiresAt: Date.now() + uploadLifetime * HOUR })
      .where(eq(mediaUploads.id, upload.id)),
  ])
  return row
}

/**
 * Reads and writes at the same time: reads the next chunk once the storage has accepted the previous one.
 * @returns the part's ETag, and the SHA-256 of its bytes
 */
async function pass(
  storage: Storage,
  upload: UploadRow,
  number: number,
  length: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ etag: string; hash: string }> {
  const { readable, writable } = new FixedLengthStream(length)
  const hash = createHash('sha256')
  const putting = storage.putPart(placeOfUpload(upload), upload.storageUpload, number, { stream: readable, length })
  const [put, written] = await Promise.allSettled([putting, write(writable, chunks, length, number, hash)])
  if (written.status === 'rejected') throw written.reason
  if (put.status === 'rejected') throw put.reason
  return { etag: put.value, hash: hash.digest('hex') }
}

async function write(
  writable: WritableStream<Uint8Array>,
  chunks: AsyncIterable<Uint8Array>,
  length: number,
  number: number,
  hash: { update(bytes: Uint8Array): unknown },
): Promise<void> {
  const writer = writable.getWriter()
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > length) throw wrongLength(number, length)
      hash.update(chunk)
      await writer.write(chunk)
    }
    if (size < length) throw wrongLength(number, length)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => undefined) // the storage has closed the stream already
    throw error
  }
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body ?? []) yield chunk
}

async function readHead(chunks: AsyncGenerator<Uint8Array>, length: number): Promise<{ bytes: Uint8Array }> {
  const needed = Math.min(HEAD_SIZE, length)
  let bytes = new Uint8Array(0)
  while (bytes.length < needed) {
    const { done, value } = await chunks.next()
    if (done) throw wrongLength(1, length)
    const longer = new Uint8Array(bytes.length + value.length)
    longer.set(bytes)
    longer.set(value, bytes.length)
    bytes = longer
  }
  return { bytes }
}

async function* withHead(head: Uint8Array | undefined, rest: AsyncIterable<Uint8Array>) {
  if (head) yield head
  yield* rest
}

function wrongLength(number: number, length: number): HttpError {
  return invalid('', t('Part {number} must have {length} bytes.', { number, length }))
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path, code: 'invalid', message }] })
}
