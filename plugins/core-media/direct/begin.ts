import { HttpError, type RequestContext, settingsOf, t, uuidv7 } from 'lintel/kit'
import * as z from 'zod'
import { needsCleaning } from '../inspect/inspector.ts'
import { cleanFilename, readFolder } from '../library/names.ts'
import { mediaTypeNamed } from '../media-types.ts'
import { requireUrlSecret } from '../serve/signed-url.ts'
import { settings } from '../settings.ts'
import { newKey } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import { mediaUploads, type UploadRow } from '../tables.ts'
import { tooLarge } from '../upload/receive.ts'
import { HOUR, PART_SIZE, placeOfUpload } from './uploads.ts'

/**
 * Maximum size of an image that is cleaned after an upload in parts, in bytes: the image is read again once the upload
 * is complete.
 */
const MAX_CLEANED = 256 * 1024 * 1024

/** A file that is about to be uploaded in parts. */
export const announcedFile = z.strictObject({
  filename: z.string().min(1).max(1000),
  size: z.int().min(1).meta({ description: 'In bytes.' }),
  type: z.string().max(100).meta({ description: 'The MIME type, which must match the first bytes.' }),
  folder: z.string().max(500).default(''),
  private: z.boolean().default(false),
})

/**
 * Begins an upload in parts.
 * @throws HttpError `unsupported_media_type`, `file_too_large`, `validation_failed`, `not_configured`
 */
export async function beginUpload(c: RequestContext, file: z.output<typeof announcedFile>): Promise<UploadRow> {
  const { allowedTypes, maxDirectFileSize, uploadLifetime } = settingsOf(c, settings)
  const type = mediaTypeNamed(file.type)
  if (type === undefined || !allowedTypes.includes(type)) {
    throw new HttpError('unsupported_media_type', t('Allowed types: {types}.', { types: allowedTypes.join(', ') }))
  }
  const limit = needsCleaning(type) ? Math.min(MAX_CLEANED, maxDirectFileSize) : maxDirectFileSize
  const originalName = cleanFilename(file.filename)
  if (file.size > limit) throw tooLarge(originalName, limit)
  const folder = readFolder(file.folder)
  if (file.private) requireUrlSecret(c)
  const now = Date.now()
  const draft = { filename: newKey(type, file.private), mimeType: type }
  const upload: UploadRow = {
    ...draft,
    id: uuidv7(),
    storageUpload: await storageOf(c).createUpload(placeOfUpload(draft), type),
    originalName,
    size: file.size,
    partSize: PART_SIZE,
    folder,
    private: file.private,
    createdBy: c.var.user?.id ?? '',
    createdAt: now,
    expiresAt: now + uploadLifetime * HOUR,
    leasedUntil: null,
  }
  await c.var.db.insert(mediaUploads).values(upload)
  return upload
}
