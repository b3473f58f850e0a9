import { and, asc, isNull, lte, or } from 'drizzle-orm'
import { HttpError, log, type RequestContext, t } from 'lintel/kit'
import { storageOf } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { mediaUploads, type UploadRow } from '../tables.ts'
import { forgetUpload, LEASE, lease, placeOfUpload, releaseLease } from './uploads.ts'

/** Maximum number of uploads that one run abandons. */
const AT_ONCE = 50

/**
 * Deletes everything that an upload has stored so far, whether or not its parts have been joined.
 * @throws HttpError `conflict` while a request completes the upload: an item may use its object by then
 */
export async function abandonUpload(c: RequestContext, storage: Storage, upload: UploadRow): Promise<void> {
  const { db } = c.var
  const place = placeOfUpload(upload)
  const now = Date.now()
  if (!(await lease(db, upload.id, now + LEASE, now))) {
    throw new HttpError('conflict', t('The upload is already being completed.'))
  }
  try {
    await storage.abortUpload(place, upload.storageUpload)
    await storage.delete([place])
    await forgetUpload(db, upload.id)
  } catch (error) {
    await releaseLease(db, upload.id)
    throw error
  }
}

/**
 * Abandons uploads that have expired.
 * @returns how many had expired, including those that could not be abandoned
 */
export async function abandonExpired(c: RequestContext): Promise<number> {
  const now = Date.now()
  const storage = storageOf(c)
  const expired = await c.var.db
    .select()
    .from(mediaUploads)
    .where(
      and(lte(mediaUploads.expiresAt, now), or(isNull(mediaUploads.leasedUntil), lte(mediaUploads.leasedUntil, now))),
    )
    .orderBy(asc(mediaUploads.expiresAt))
    .limit(AT_ONCE)
  for (const upload of expired) {
    try {
      await abandonUpload(c, storage, upload)
    } catch (error) {
      log(c, 'error', {
        type: 'media',
        message: 'an upload could not be abandoned',
        upload: upload.id,
        error: String(error),
      })
    }
  }
  return expired.length
}
