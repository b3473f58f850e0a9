import type { ReferenceTarget } from 'lintel'
import * as z from 'zod'
import { addressOf, thumbnailAddressOf } from '../serve/signed-url.ts'
import { focalPointOf } from './item-object.ts'
import { findItems } from './items.ts'
import { refuseUnfit } from './refuse-unfit.ts'

/** An item as it appears in a document that is populated. */
const shown = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    filename: z.string(),
    type: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    alt: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    focalPoint: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  })
  .meta({ description: 'An item of the media library.' })

/**
 * Media as the target of references: everybody sees public items, and only people who are signed in see private ones.
 */
export const mediaTarget: ReferenceTarget = {
  schema: shown,
  shows: {
    media: ['alt', 'file_id', 'focal_x', 'focal_y'],
    media_files: ['filename', 'mime_type', 'width', 'height', 'thumbnail_url'],
  },
  read: async (c, ids) => {
    const items = await findItems(c.var.db, ids)
    const visible = items.filter(({ file }) => !file.private || c.var.user !== null)
    const objects = visible.map(
      async ({ item, file }): Promise<[string, z.output<typeof shown>]> => [
        item.id,
        {
          id: item.id,
          url: await addressOf(c, file.filename),
          filename: file.filename,
          type: file.mimeType,
          width: file.width,
          height: file.height,
          alt: item.alt,
          thumbnailUrl: await thumbnailAddressOf(c, file),
          focalPoint: focalPointOf(item),
        },
      ],
    )
    return new Map(await Promise.all(objects))
  },
  refuses: refuseUnfit,
  uploads: { upload: '/api/media/upload', describe: '/api/media/:id' },
}
