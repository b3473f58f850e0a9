import { and, desc, eq, notExists, notInArray } from 'drizzle-orm'
import { HttpError, type RequestContext, settingsOf, t } from 'lintel/kit'
import { MOST_VARIANTS, settings } from '../settings.ts'
import { derivedPlaceOf, nameInPlace, placeOf } from '../storage/keys.ts'
import { forgetPlaces } from '../storage/memory.ts'
import { storageOf } from '../storage/open.ts'
import { type FileRow, mediaFiles, mediaVariants } from '../tables.ts'
import { type Focus, planResize, type Size } from './geometry.ts'
import { makeImage } from './make-image.ts'
import type { Fit, Format } from './operations.ts'
import { usualFormat } from './transform.ts'

/** An image made of another. At least one of width and height is given, in pixels. */
export interface Variant {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit: Fit
  readonly format: Format
  /** Only of `cover`: what matters most. */
  readonly focus?: Focus | undefined
}

export const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' } as const
export const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' } as const

/** Variants that are being made in this isolate, by place. */
const underWay = new Map<string, Promise<void>>()

/** Counts how variants are made: what was made otherwise is made anew, and goes with its file. */
const MAKING = 'v3-'

/** Tells whether something made from a file is a variant of a former making, which nobody asks for. */
export function isOutdated(name: string): boolean {
  return /^v\d+-/.test(name) && !name.startsWith(MAKING)
}

/** Key of a variant in the storage, made or not. */
export function variantPlace(key: string, { width, height, fit, format, focus }: Variant): string {
  const middle = focus ? `-${Math.round(focus.x * 100)}-${Math.round(focus.y * 100)}` : ''
  return derivedPlaceOf(key, `${MAKING}${width ?? ''}x${height ?? ''}-${fit}${middle}.${EXTENSIONS[format]}`)
}

/**
 * Makes a variant and keeps it in the storage. It is not larger than the file, unless it has no loss or shows another part:
 * the quality is lowered, and where the file itself would do, the variant is a copy of that. Callers of one isolate that
 * want the same at the same time share one making.
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
  const storage = storageOf(c)
  const made = await makeImage(c, file, operations, focus, isAsItIs(file, variant) ? undefined : file.size)
  const isLarger = made.bytes.length > file.size
  const source = isLarger && mayBeSource(file, variant, made) ? await storage.get(placeOf(file.filename)) : null
  const content = source ? { stream: source.body, length: source.size } : made.bytes
  await makeRoom(c, file, place)
  await storage.put(place, content, TYPES[format])
  // Deleted while this was made: whoever deleted it did not see what has come since.
  if (await isKept(c, file, place)) return
  await storage.delete([place])
  throw new HttpError('not_found', t('The image has been deleted.'))
}

/**
 * Writes a variant down as kept, before it is: beyond so many of a picture, those that were made first go, such as crops around a
 * focal point that has moved.
 */
async function makeRoom(c: RequestContext, { filename }: FileRow, place: string): Promise<void> {
  const { db } = c.var
  const row = { filename, name: nameInPlace(place), madeAt: Date.now() }
  const isOfFile = eq(mediaVariants.filename, filename)
  const kept = db
    .select({ name: mediaVariants.name })
    .from(mediaVariants)
    .where(isOfFile)
    .orderBy(desc(mediaVariants.madeAt), desc(eq(mediaVariants.name, row.name)), desc(mediaVariants.name))
    .limit(MOST_VARIANTS)
  const [, gone] = await db.batch([
    db
      .insert(mediaVariants)
      .values(row)
      .onConflictDoUpdate({ target: [mediaVariants.filename, mediaVariants.name], set: { madeAt: row.madeAt } }),
    db
      .delete(mediaVariants)
      .where(and(isOfFile, notInArray(mediaVariants.name, kept)))
      .returning({ name: mediaVariants.name }),
  ])
  const places = gone.map(({ name }) => derivedPlaceOf(filename, name))
  if (places.length === 0) return
  forgetPlaces(places)
  await storageOf(c).delete(places)
}

/** Tells whether a variant is the file in its own size and format: then its quality is not lowered for being larger. */
function isAsItIs({ width, height, mimeType }: FileRow, variant: Variant): boolean {
  if (!width || !height || usualFormat(mimeType) !== variant.format) return false
  const { crop, canvas } = planResize({ width, height }, variant)
  return [crop, canvas].every((size) => size.width === width && size.height === height)
}

/**
 * Tells whether the file itself may stand for a variant that would be larger: where it shows the same, of the same type, in the same
 * size. PNG has no quality to be lowered, so that there the file may be twice as wide.
 */
function mayBeSource(file: FileRow, { width, height, fit, format }: Variant, made: Size): boolean {
  if (TYPES[format] !== file.mimeType || file.width === null) return false
  const isWhole = width === undefined || height === undefined || fit === 'inside'
  return file.width === made.width ? isWhole : isWhole && format === 'png' && file.width <= 2 * made.width
}

/** Tells whether a variant still has its room. That of a file which is gone is given up. */
async function isKept({ var: { db } }: RequestContext, { id, filename }: FileRow, place: string): Promise<boolean> {
  const file = db.select({ id: mediaFiles.id }).from(mediaFiles).where(eq(mediaFiles.id, id))
  const isVariant = and(eq(mediaVariants.filename, filename), eq(mediaVariants.name, nameInPlace(place)))
  const [, rows] = await db.batch([
    db.delete(mediaVariants).where(and(isVariant, notExists(file))),
    db.select({ name: mediaVariants.name }).from(mediaVariants).where(isVariant),
  ])
  return rows.length > 0
}

/** Lengths that variants may have, in pixels, for those who may ask for any box. */
export function allowedSizes(c: RequestContext): ReadonlySet<number> {
  const { imageSizes, imageCrops, thumbnailSize } = settingsOf(c, settings)
  const crops = imageCrops.flatMap(({ width, height }) => [width, height]).filter((length) => length !== undefined)
  return new Set([...imageSizes, ...crops, thumbnailSize.width, thumbnailSize.height])
}
