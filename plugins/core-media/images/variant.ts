import { eq } from 'drizzle-orm'
import { HttpError, type RequestContext, settingsOf, t } from 'lintel/kit'
import { settings } from '../settings.ts'
import { derivedPlaceOf } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import { type FileRow, mediaFiles } from '../tables.ts'
import type { Focus } from './geometry.ts'
import { makeImage } from './make-image.ts'
import type { Fit, Format } from './operations.ts'

/** An image made of another. At least one of width and height is given, in pixels. */
export interface Variant {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit: Fit
  readonly format: Format
  /** Only of `cover`: what matters most. */
  readonly focus?: Focus | undefined
}

export const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** Variants that are being made in this isolate, by place. */
const underWay = new Map<string, Promise<void>>()

/** Where a variant lies in the storage, made or not. */
export function variantPlace(key: string, { width, height, fit, format, focus }: Variant): string {
  const middle = focus ? `-${Math.round(focus.x * 100)}-${Math.round(focus.y * 100)}` : ''
  return derivedPlaceOf(key, `${width ?? ''}x${height ?? ''}-${fit}${middle}.${EXTENSIONS[format]}`)
}

/**
 * Makes a variant and keeps it in the storage. Callers of one isolate that want the same at the same time share one making.
 * @returns its place
 * @throws ImageError where it cannot be made; HttpError `not_found` where the file is deleted meanwhile
 */
export async function makeVariant(c: RequestContext, file: FileRow, variant: Variant): Promise<string> {
  const place = variantPlace(file.filename, variant)
  const making = underWay.get(place) ?? make(c, file, variant, place).finally(() => underWay.delete(place))
  underWay.set(place, making)
  // Others may wait for it: it goes on when the caller who began it is gone.
  c.executionCtx.waitUntil(making.catch(() => undefined))
  await making
  return place
}

async function make(c: RequestContext, file: FileRow, variant: Variant, place: string): Promise<void> {
  const { width, height, fit, format, focus } = variant
  const operations = [
    { type: 'resize', width, height, fit },
    { type: 'convert', format },
  ] as const
  const made = await makeImage(c, file, operations, focus)
  const storage = storageOf(c)
  await storage.put(place, made.bytes, TYPES[format])
  // Deleted while this was made: whoever deleted it did not see what has come since.
  if (await isThere(c, file)) return
  await storage.delete([place])
  throw new HttpError('not_found', t('The image has been deleted.'))
}

async function isThere(c: RequestContext, { id }: FileRow): Promise<boolean> {
  const rows = await c.var.db.select({ id: mediaFiles.id }).from(mediaFiles).where(eq(mediaFiles.id, id)).limit(1)
  return rows.length > 0
}

/** Lengths that variants may have, in pixels. */
export function allowedSizes(c: RequestContext): ReadonlySet<number> {
  const { imageSizes, thumbnailSize } = settingsOf(c, settings)
  return new Set([...imageSizes, thumbnailSize.width, thumbnailSize.height])
}
