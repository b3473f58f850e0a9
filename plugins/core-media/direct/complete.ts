import { HttpError, log, type RequestContext, t, tn } from 'lintel/kit'
import { inspectStored, needsCleaning } from '../inspect/inspector.ts'
import { type ItemObject, itemObject } from '../library/item-object.ts'
import { findItem } from '../library/items.ts'
import type { Storage } from '../storage/storage.ts'
import type { Item, UploadRow } from '../tables.ts'
import { announceItem } from '../upload/announce.ts'
import { type Received, receive } from '../upload/receive.ts'
import { register } from '../upload/register.ts'
import { hashOfParts } from './hash.ts'
import {
  findUpload,
  forgetStatements,
  LEASE,
  lease,
  type Progress,
  partCount,
  placeOfUpload,
  releaseLease,
  typeOf,
} from './uploads.ts'

/**
 * Returns the library item of the caller's upload: created now, or by an earlier request whose response may have been
 * lost.
 * @throws HttpError `not_found`; `validation_failed` while parts are missing; `conflict` while another request
 * completes it
 */
export async function completedItem(c: RequestContext, storage: Storage, id: string): Promise<ItemObject> {
  const progress = await findUpload(c, id)
  if (progress) return announceItem(c, await completeUpload(c, storage, progress))
  const item = await findItem(c.var.db, id)
  if (item && item.item.uploadedBy === c.var.user?.id) return itemObject(c, item)
  throw new HttpError('not_found', t('There is no such upload.'))
}

/**
 * Creates a library item from an upload whose parts have all arrived. The next request continues an attempt that was
 * interrupted.
 * @throws HttpError `validation_failed` while parts are missing; `conflict` while another request completes it
 */
async function completeUpload(c: RequestContext, storage: Storage, progress: Progress): Promise<Item> {
  const { upload, parts } = progress
  const missing = partCount(upload) - parts.length
  if (missing > 0) {
    const message = tn(missing, 'One part is missing.', '{count} parts are missing.')
    throw new HttpError('validation_failed', message, { errors: [{ path: 'parts', code: 'required', message }] })
  }
  const now = Date.now()
  if (!(await lease(c.var.db, upload.id, now + LEASE, now))) {
    throw new HttpError('conflict', t('The upload is already being completed.'))
  }
  try {
    const place = placeOfUpload(upload)
    if (!(await storage.head(place))) await storage.completeUpload(place, upload.storageUpload, parts)
    const isCleaned = needsCleaning(typeOf(upload))
    const file = isCleaned ? await clean(storage, progress) : await takeOver(storage, progress)
    const item = await registerUpload(c, upload, file, isCleaned)
    if (isCleaned) await deleteRaw(c, storage, place)
    return item
  } catch (error) {
    await releaseLease(c.var.db, upload.id)
    throw error
  }
}

/**
 * Creates the item, which has the upload's id, and deletes the upload in the same batch: a repeated request returns the
 * same item.
 */
async function registerUpload(c: RequestContext, upload: UploadRow, file: Received, isCopy: boolean): Promise<Item> {
  const also = forgetStatements(c.var.db, upload.id)
  // The joined parts are kept for the next attempt; a cleaned copy is made again.
  const [item] = await register(c, [file], upload.folder, { id: upload.id, also, keep: !isCopy })
  if (!item) throw new Error('registering one file returned no item')
  return item
}

/** Copies the object to its final place without its private metadata. */
async function clean(storage: Storage, { upload }: Progress): Promise<Received> {
  const stored = await storage.get(placeOfUpload(upload))
  if (!stored) throw new Error('the parts were completed, but the object is missing')
  const receiver = receive(
    { name: upload.originalName, claimedType: upload.mimeType },
    { storage, maxFileSize: upload.size, allowedTypes: [typeOf(upload)], isPrivate: upload.private },
  )
  try {
    for await (const chunk of stored.body) await receiver.write(chunk)
    return await receiver.end()
  } catch (error) {
    await receiver.discard()
    throw error
  }
}

/** Uses the object of the joined parts as the file. */
async function takeOver(storage: Storage, { upload, parts }: Progress): Promise<Received> {
  const place = placeOfUpload(upload)
  const type = typeOf(upload)
  const facts = await inspectStored(type, upload.size, async (offset, length) => {
    const part = await storage.get(place, { offset, length })
    return part ? new Uint8Array(await new Response(part.body).arrayBuffer()) : new Uint8Array(0)
  })
  return {
    originalName: upload.originalName,
    type,
    key: upload.filename,
    size: upload.size,
    hash: hashOfParts(parts.map(({ hash }) => hash)),
    facts,
    isPrivate: upload.private,
    writer: {
      isCommitted: true,
      write: async () => undefined,
      commit: async () => undefined,
      discard: () => storage.delete([place]),
    },
  }
}

async function deleteRaw(c: RequestContext, storage: Storage, place: string): Promise<void> {
  try {
    await storage.delete([place])
  } catch (error) {
    log(c, 'warn', { type: 'media', message: 'an upload remains in storage', place, error: String(error) })
  }
}
