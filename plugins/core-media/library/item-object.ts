import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { addressOf, thumbnailAddressOf } from '../serve/signed-url.ts'
import type { Item } from '../tables.ts'

const moment = z.iso.datetime({ precision: 3 })

/** An item as routes return it. */
export const itemSchema = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ description: 'The key under which the file is served.' }),
    originalName: z.string(),
    type: z.string().meta({ description: 'The MIME type, determined from the bytes.' }),
    size: z.int().meta({ description: 'Size in bytes, as stored.' }),
    width: z.int().nullable().meta({ description: 'Width in pixels, as displayed.' }),
    height: z.int().nullable(),
    url: z.string().meta({
      description:
        'Address of the file. For a private file, signed for a limited time if the caller may upload; for other callers, it works while they are signed in.',
    }),
    thumbnailUrl: z.string().nullable(),
    folder: z.string().meta({ description: 'Path of the folder; empty at the top level.' }),
    alt: z.string().nullable(),
    title: z.string().nullable(),
    tags: z.array(z.string()),
    focalPoint: z
      .strictObject({ x: z.number(), y: z.number() })
      .nullable()
      .meta({ description: 'Most important point of the picture: fractions of width and height, from 0 to 1.' }),
    private: z.boolean(),
    metadata: z
      .record(z.string(), z.json())
      .meta({ description: 'Metadata read from the file: EXIF `orientation`, `duration` in seconds.' }),
    uploadedBy: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'MediaItem' })

export type ItemObject = z.output<typeof itemSchema>

export async function itemObject(c: RequestContext, { item, file }: Item): Promise<ItemObject> {
  const { replaced, ...metadata } = file.metadata ?? {}
  return {
    id: item.id,
    filename: file.filename,
    originalName: item.originalName,
    type: file.mimeType,
    size: file.size,
    width: file.width,
    height: file.height,
    url: await addressOf(c, file.filename),
    thumbnailUrl: await thumbnailAddressOf(c, file),
    folder: item.folder,
    alt: item.alt,
    title: item.title,
    tags: [...(item.tags ?? [])],
    focalPoint: focalPointOf(item),
    private: file.private,
    metadata,
    uploadedBy: item.uploadedBy,
    createdAt: new Date(item.createdAt).toISOString(),
    updatedAt: new Date(item.updatedAt).toISOString(),
  }
}

export function focalPointOf({ focalX, focalY }: Pick<Item['item'], 'focalX' | 'focalY'>): ItemObject['focalPoint'] {
  return focalX === null || focalY === null ? null : { x: focalX, y: focalY }
}
