import { and, between, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Hook, HttpError, type RequestContext, settingsOf } from 'lintel/kit'
import { findItem } from '../library/items.ts'
import { settings } from '../settings.ts'
import { type FileRow, mediaFiles } from '../tables.ts'
import { handOver } from './hand-over.ts'
import { ImageError } from './image-error.ts'
import { DECODED, isDecoded } from './source.ts'
import { THUMBNAIL_FORMAT, thumbnailPath } from './thumbnail-path.ts'
import { makeVariant } from './variant.ts'

/**
 * Starts making the thumbnail of an uploaded image, after the response, if the setting `autoGenerateThumbnails` is on.
 */
export const thumbnailOnUpload: Hook = async ({ id }, c) => {
  if (id === undefined || !settingsOf(c, settings).autoGenerateThumbnails) return
  await handOver(c, 'thumbnails', id)
}

/** Maximum number of thumbnails that one trigger makes. */
const RETRIED = 5
/** Number of files that are checked: the most recent ones. */
const LOOKED_AT = 1000
/** Ages at which the thumbnail of a file counts as late, and as failed, in milliseconds. */
const LATE = 120_000
const HOPELESS = 86_400_000

/** Makes thumbnails that are missing because an earlier attempt was interrupted, or a service did not respond. */
export async function retryThumbnails(c: RequestContext): Promise<void> {
  if (!settingsOf(c, settings).autoGenerateThumbnails) return
  const now = Date.now()
  const files = await c.var.db
    .select()
    .from(mediaFiles)
    .where(
      and(
        sql`${mediaFiles.id} > (SELECT max(${mediaFiles.id}) FROM ${mediaFiles}) - ${LOOKED_AT}`,
        isNull(mediaFiles.thumbnailUrl),
        between(mediaFiles.createdAt, now - HOPELESS, now - LATE),
        inArray(mediaFiles.mimeType, [...DECODED]),
        sql`${mediaFiles.metadata} ->> '$.thumbnailError' IS NULL`,
      ),
    )
    .limit(RETRIED)
  for (const file of files) await makeThumbnail(c, file)
}

/**
 * Makes an item's thumbnail if its file has none and can have one. If that fails for good, stores the reason with the
 * file.
 */
export async function makeThumbnailOf(c: RequestContext, id: string): Promise<void> {
  const file = (await findItem(c.var.db, id))?.file
  if (file) await makeThumbnail(c, file)
}

async function makeThumbnail(c: RequestContext, file: FileRow): Promise<void> {
  if (!isDecoded(file.mimeType) || file.thumbnailUrl !== null || file.metadata?.thumbnailError) return
  const { width, height } = settingsOf(c, settings).thumbnailSize
  try {
    await makeVariant(c, file, { width, height, fit: 'inside', format: THUMBNAIL_FORMAT })
    await update(c, file, { thumbnailUrl: thumbnailPath(file.filename, { width, height }) })
  } catch (error) {
    // The file was deleted, with everything made from it.
    if (error instanceof HttpError && error.code === 'not_found') return
    if (!(error instanceof ImageError)) throw error
    await update(c, file, { metadata: { ...file.metadata, thumbnailError: error.message } })
  }
}

async function update(c: RequestContext, { id }: FileRow, values: Partial<FileRow>): Promise<void> {
  await c.var.db.update(mediaFiles).set(values).where(eq(mediaFiles.id, id))
}
