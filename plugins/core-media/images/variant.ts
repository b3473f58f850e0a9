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

/** An image made from another one. At least one of width and height is given, in pixels. */
export interface Variant {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit: Fit
  readonly format: Format
  /** The most important point; only for `cover`. */
  readonly focus?: Focus | undefined
}

export const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' } as const
export const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' } as const

/** Variants that are being made in this isolate, by place. */
const underWay = new Map<string, Promise<void>>()

/**
 * Version of the way in which variants are made. Variants of another version are not used, and are deleted with their
 * file.
 */
const MAKING = 'v3-'

/** Tells whether an object made from a file is a variant of another version (`MAKING`). Such variants are not used. */
export function isOutdated(name: string): boolean {
  return /^v\d+-/.test(name) && !name.startsWith(MAKING)
}

/** Returns the key of a variant in storage, whether or not it exists. */
export function variantPlace(key: string, { width, height, fit, format, focus }: Variant): string {
  const middle = focus ? `-${Math.round(focus.x * 100)}-${Math.round(focus.y * 100)}` : ''
  return derivedPlaceOf(key, `${MAKING}${width ?? ''}x${height ?? ''}-${fit}${middle}.${EXTENSIONS[format]}`)
}

/**
 * Makes a variant and stores it. To keep the variant from being larger than the file, the quality is lowered, unless
 * the variant is lossless, or has the size and format of the file. If the variant is still larger, and the file may
 * replace it (`mayBeSource`), a copy of the file is stored. Simultaneous callers in one isolate share the work.
 * @returns the variant's place
 * @throws ImageError if the variant cannot be made; HttpError `not_found` if the file is deleted in the meantime
 */
export async function makeVariant(c: RequestContext, file: FileRow, variant: Variant): Promise<string> {
  const place = variantPlace(file.filename, variant)
  const making = underWay.get(place) ?? make(c, file, variant, place).finally(() => underWay.delete(place))
  underWay.set(place, making)
  // Others may be waiting for the variant: the work continues even if the caller who began it is gone.
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
  // The file may have been deleted in the meantime, by a request that did not see this object.
  if (await isKept(c, file, place)) return
  await storage.delete([place])
  throw new HttpError('not_found', t('The image has been deleted.'))
}

/**
 * Records a variant before it is stored. Beyond the maximum number for a picture, deletes the oldest, such as crops
 * around an earlier focal point.
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

/**
 * Tells whether a variant has the size and format of the file. In that case its quality is not lowered to save bytes.
 */
function isAsItIs({ width, height, mimeType }: FileRow, variant: Variant): boolean {
  if (!width || !height || usualFormat(mimeType) !== variant.format) return false
  const { crop, canvas } = planResize({ width, height }, variant)
  return [crop, canvas].every((size) => size.width === width && size.height === height)
}

/**
 * Tells whether the file itself may replace a variant that would be larger: it must show the same picture, with the
 * same type and size. The quality of PNG cannot be lowered, so a PNG file may be up to twice as wide.
 */
function mayBeSource(file: FileRow, { width, height, fit, format }: Variant, made: Size): boolean {
  if (TYPES[format] !== file.mimeType || file.width === null) return false
  const isWhole = width === undefined || height === undefined || fit === 'inside'
  return file.width === made.width ? isWhole : isWhole && format === 'png' && file.width <= 2 * made.width
}

/** Tells whether a variant is still recorded. If its file no longer exists, first deletes the record. */
async function isKept({ var: { db } }: RequestContext, { id, filename }: FileRow, place: string): Promise<boolean> {
  const file = db.select({ id: mediaFiles.id }).from(mediaFiles).where(eq(mediaFiles.id, id))
  const isVariant = and(eq(mediaVariants.filename, filename), eq(mediaVariants.name, nameInPlace(place)))
  const [, rows] = await db.batch([
    db.delete(mediaVariants).where(and(isVariant, notExists(file))),
    db.select({ name: mediaVariants.name }).from(mediaVariants).where(isVariant),
  ])
  return rows.length > 0
}

/** Returns the lengths that variants may have, in pixels, for callers who may request any box. */
export function allowedSizes(c: RequestContext): ReadonlySet<number> {
  const { imageSizes, imageCrops, thumbnailSize } = settingsOf(c, settings)
  const crops = imageCrops.flatMap(({ width, height }) => [width, height]).filter((length) => length !== undefined)
  return new Set([...imageSizes, ...crops, thumbnailSize.width, thumbnailSize.height])
}
