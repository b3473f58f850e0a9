import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { defineRoute } from 'lintel'
import { HttpError, hasPermission, type RequestContext, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import { describeType } from '../media-types.ts'
import { cachingOf, serveFile, servePlace, typeOfKey } from '../serve/serve-file.ts'
import { MAY_SHARE } from '../serve/signed-url.ts'
import { settings } from '../settings.ts'
import { isKey } from '../storage/keys.ts'
import { throughMemory } from '../storage/memory.ts'
import { storageOf } from '../storage/open.ts'
import { type FileRow, media, mediaFiles } from '../tables.ts'
import type { Focus } from './geometry.ts'
import { describeReason, ImageError } from './image-error.ts'
import { FITS, type Fit, FORMATS, type Format } from './operations.ts'
import { THUMBNAIL_FORMAT, thumbnailPath } from './thumbnail-path.ts'
import { usualFormat } from './transform.ts'
import { allowedSizes, EXTENSIONS, makeVariant, type Variant, variantPlace } from './variant.ts'

const length = z.coerce.number().int().min(1).optional()

const query = z.strictObject({
  w: length.meta({ description: 'Width in pixels, one of `imageSizes`.' }),
  h: length.meta({
    description: 'Height in pixels. With `w`, the box must be one of `imageCrops`, unless you may upload files.',
  }),
  fit: z.enum(FITS).optional().meta({ description: 'Default `cover`. Has no effect without both `w` and `h`.' }),
  format: z.enum(FORMATS).optional().meta({
    description: 'Default: JPEG for a JPEG, WebP for a WebP, otherwise PNG. `avif` only if the service can write it.',
  }),
  expires: z.string().optional(),
  signature: z.string().optional(),
})

export const image = defineRoute({
  method: 'GET',
  path: '/images/:key',
  access: 'public',
  summary: 'An image, or a variant of it in one of the sizes and crops that the config allows',
  input: { query },
  problems: ['invalid_query', 'not_found', 'unsupported_media_type'],
  handler: async (c, { params: { key }, query: { w, h, fit, format } }) => {
    if (!isKey(key) || !isImage(key)) throw notFound()
    const isWhole = [w, h, fit, format].every((value) => value === undefined)
    if (isWhole) return serveFile(c, key)
    const caching = await cachingOf(c, key)
    const variant = variantOf(c, key, { w, h, fit, format })
    const audience = await audienceOf(c, key, variant)
    const focus = isCropped(variant) ? await focusOf(c, key) : undefined
    const place = await findOrMake(c, key, { ...variant, focus })
    const name = `${key.slice(0, key.lastIndexOf('.'))}.${EXTENSIONS[variant.format]}`
    const isPublic = caching.startsWith('public') && audience === 'all'
    // The focus may change while the address stays the same.
    const shared = focus ? 'public, max-age=3600' : caching
    const privateCaching = caching.startsWith('public') ? 'private, max-age=3600' : caching
    return servePlace(c, { key, place, name, caching: isPublic ? shared : privateCaching })
  },
})

interface Asked {
  readonly w?: number | undefined
  readonly h?: number | undefined
  readonly fit?: Fit | undefined
  readonly format?: Format | undefined
}

/**
 * Returns the variant that a query names. If only width or height is given, `fit` makes no difference, so there is one
 * variant.
 */
function variantOf(c: RequestContext, key: string, { w, h, fit = 'cover', format }: Asked): Variant {
  const { imageFormats } = settingsOf(c, settings)
  const usual = usualFormat(typeOfKey(key) ?? '')
  const chosen = format ?? (imageFormats.includes(usual) ? usual : (imageFormats[0] ?? usual))
  const isBox = w !== undefined && h !== undefined
  return { width: w, height: h, fit: isBox ? fit : 'cover', format: chosen }
}

function isCropped({ width, height, fit }: Variant): boolean {
  return width !== undefined && height !== undefined && fit === 'cover'
}

/**
 * Tells whether a variant is available to everybody, or only to this caller. Everybody may request the sizes of a
 * `srcset`, the crops that the config declares, and thumbnails; people who may upload files may request every width and
 * height among the allowed lengths.
 * @throws HttpError `invalid_query` for a variant that is available to neither
 */
async function audienceOf(c: RequestContext, key: string, variant: Variant): Promise<'all' | 'caller'> {
  const { imageSizes, imageCrops, imageFormats } = settingsOf(c, settings)
  const { width: w, height: h, fit, format } = variant
  const isDeclared =
    (h === undefined && w !== undefined && imageSizes.includes(w)) ||
    imageCrops.some((crop) => crop.width === w && crop.height === h && (crop.fit === fit || !isBoxed(crop)))
  const isFormat = imageFormats.includes(format)
  if (isDeclared && isFormat) return 'all'
  if (await isThumbnail(c, key, variant)) return 'all'
  if (!isFormat) {
    throw new HttpError(
      'invalid_query',
      t('The format must be one of {formats}.', { formats: imageFormats.join(', ') }),
    )
  }
  const allowed = allowedSizes(c)
  const lengths = [w, h].filter((value) => value !== undefined)
  if (hasPermission(c, MAY_SHARE)) {
    if (lengths.length > 0 && lengths.every((value) => allowed.has(value))) return 'caller'
    const sizes = [...allowed].sort((a, b) => a - b).join(', ')
    throw new HttpError('invalid_query', t('A variant needs w or h, each one of {sizes}.', { sizes }))
  }
  const sizes = [...imageSizes].sort((a, b) => a - b).join(', ')
  const boxes = imageCrops.map(({ width = '', height = '', fit }) => `${width}×${height} ${fit}`).join(', ')
  throw new HttpError(
    'invalid_query',
    boxes === ''
      ? t('A variant needs w, one of {sizes}. To allow other boxes, declare them as imageCrops in the config.', {
          sizes,
        })
      : t(
          'A variant needs w, one of {sizes}, or w and h of a box: {boxes}. To allow others, declare them as imageCrops in the config.',
          {
            sizes,
            boxes,
          },
        ),
  )
}

function isBoxed({ width, height }: { readonly width?: number | undefined; readonly height?: number | undefined }) {
  return width !== undefined && height !== undefined
}

/**
 * Tells whether a variant is the file's thumbnail, even if the thumbnail was made while the settings had another size.
 */
async function isThumbnail(c: RequestContext, key: string, { width, height, fit, format }: Variant): Promise<boolean> {
  if (width === undefined || height === undefined || fit !== 'inside' || format !== THUMBNAIL_FORMAT) return false
  const { thumbnailSize } = settingsOf(c, settings)
  if (width === thumbnailSize.width && height === thumbnailSize.height) return true
  const [file] = await c.var.db
    .select({ url: mediaFiles.thumbnailUrl })
    .from(mediaFiles)
    .where(eq(mediaFiles.filename, key))
    .limit(1)
  return file?.url === thumbnailPath(key, { width, height })
}

async function requireFile(c: RequestContext, key: string): Promise<FileRow> {
  const [file] = await c.var.db.select().from(mediaFiles).where(eq(mediaFiles.filename, key)).limit(1)
  if (!file) throw notFound()
  return file
}

/** Returns the focal point of the file, from the most recently changed item that has one. */
async function focusOf(c: RequestContext, key: string): Promise<Focus | undefined> {
  const [item] = await c.var.db
    .select({ x: media.focalX, y: media.focalY })
    .from(media)
    .innerJoin(mediaFiles, eq(mediaFiles.id, media.fileId))
    .where(and(eq(mediaFiles.filename, key), isNotNull(media.focalX)))
    .orderBy(desc(media.updatedAt), desc(media.id))
    .limit(1)
  return item && item.x !== null && item.y !== null ? { x: item.x, y: item.y } : undefined
}

/**
 * Returns the place of a variant; makes the variant if necessary.
 * @throws HttpError `not_found`; `unsupported_media_type` if the variant cannot be made
 */
async function findOrMake(c: RequestContext, key: string, variant: Variant): Promise<string> {
  const place = variantPlace(key, variant)
  if (await throughMemory(storageOf(c)).head(place)) return place
  try {
    return await makeVariant(c, await requireFile(c, key), variant)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new HttpError('unsupported_media_type', describeReason(error.message), { cause: error })
  }
}

function isImage(key: string): boolean {
  return KINDS.has(key.slice(key.lastIndexOf('.') + 1))
}

const KINDS: ReadonlySet<string> = new Set(
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'].map(
    (type) => describeType(type).extension,
  ),
)

function notFound(): HttpError {
  return new HttpError('not_found', t('There is no such image.'))
}
