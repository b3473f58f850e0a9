import { eq } from 'drizzle-orm'
import { type Hook, log, type RequestContext, settingsOf } from 'lintel/kit'
import { findItem } from '../library/items.ts'
import { settings } from '../settings.ts'
import { type FileRow, mediaFiles } from '../tables.ts'
import { ImageError } from './image-error.ts'
import { isDecoded } from './source.ts'
import { usualFormat } from './transform.ts'
import { makeVariant } from './variant.ts'

/** Makes the thumbnail of an image that has come in, after the answer. */
export const thumbnailOnUpload: Hook = async ({ id }, c) => {
  if (id === undefined || !settingsOf(c, settings).autoGenerateThumbnails) return
  c.executionCtx.waitUntil(
    makeThumbnail(c, id).catch((error: unknown) => log(c, 'error', { type: 'media', item: id, error: String(error) })),
  )
}

/** Makes an item's thumbnail, where its file has none and can have one. Why it cannot is written down with the file. */
async function makeThumbnail(c: RequestContext, id: string): Promise<void> {
  const file = (await findItem(c.var.db, id))?.file
  if (!file || !isDecoded(file.mimeType) || file.thumbnailUrl !== null || file.metadata?.thumbnailError) return
  const { width, height } = settingsOf(c, settings).thumbnailSize
  const format = usualFormat(file.mimeType)
  try {
    await makeVariant(c, file, { width, height, fit: 'inside', format })
    const thumbnailUrl = `/images/${file.filename}?w=${width}&h=${height}&fit=inside&format=${format}`
    await update(c, file, { thumbnailUrl })
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    await update(c, file, { metadata: { ...file.metadata, thumbnailError: error.message } })
  }
}

async function update(c: RequestContext, { id }: FileRow, values: Partial<FileRow>): Promise<void> {
  await c.var.db.update(mediaFiles).set(values).where(eq(mediaFiles.id, id))
}
