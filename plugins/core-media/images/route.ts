import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { defineRoute } from 'lintel'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { describeType } from '../media-types.ts'
import { throughMemory } from '../serve/memory.ts'
import { cachingOf, serveFile, servePlace, typeOfKey } from '../serve/serve-file.ts'
import { isKey } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import { type FileRow, media, mediaFiles } from '../tables.ts'
import type { Focus } from './geometry.ts'
import { describeReason, ImageError } from './image-error.ts'
import { FITS, FORMATS } from './operations.ts'
import { usualFormat } from './transform.ts'
import { allowedSizes, EXTENSIONS, makeVariant, type Variant, variantPlace } from './variant.ts'

const length = z.coerce.number().int().min(1).optional()

const query = z.strictObject({
  w: length.meta({ description: 'Width in pixels, one of the allowed.' }),
  h: length.meta({ description: 'Height in pixels, one of the allowed.' }),
  fit: z.enum(FITS).optional().meta({ description: 'Default `cover`. With one length the other follows.' }),
  format: z
    .enum(FORMATS)
    .optional()
    .meta({ description: 'Default: JPEG of JPEG, WebP of WebP, else PNG. `avif` where the service writes it.' }),
  expires: z.string().optional(),
  signature: z.string().optional(),
})

export const image = defineRoute({
  method: 'GET',
  path: '/images/:key',
  access: 'public',
  summary: 'An image, or a variant of it in one of the allowed sizes',
  input: { query },
  problems: ['invalid_query', 'not_found', 'unsupported_media_type'],
  handler: async (c, { params: { key }, query: { w, h, fit, format } }) => {
    if (!isKey(key) || !isImage(key)) throw notFound()
    const isWhole = [w, h, fit, format].every((value) => value === undefined)
    if (isWhole) return serveFile(c, key)
    const caching = await cachingOf(c, key)
    checkSizes(c, w, h)
    const isCropped = w !== undefined && h !== undefined && (fit ?? 'cover') === 'cover'
    const focus = isCropped ? await focusOf(c, key) : undefined
    const usual = usualFormat(typeOfKey(key) ?? '')
    const variant = { width: w, height: h, fit: fit ?? 'cover', format: format ?? usual, focus }
    const place = await findOrMake(c, key, variant)
    const name = `${key.slice(0, key.lastIndexOf('.'))}.${EXTENSIONS[variant.format]}`
    // A focus may move, and the address stays.
    return servePlace(c, {
      key,
      place,
      name,
      caching: focus && caching.startsWith('public') ? 'public, max-age=3600' : caching,
    })
  },
})

/** @throws HttpError `invalid_query` */
function checkSizes(c: RequestContext, ...lengths: readonly (number | undefined)[]): void {
  const allowed = allowedSizes(c)
  const given = lengths.filter((value) => value !== undefined)
  if (given.length > 0 && given.every((value) => allowed.has(value))) return
  const sizes = [...allowed].sort((a, b) => a - b).join(', ')
  throw new HttpError('invalid_query', t('A variant needs w or h, each one of {sizes}.', { sizes }))
}

async function requireFile(c: RequestContext, key: string): Promise<FileRow> {
  const [file] = await c.var.db.select().from(mediaFiles).where(eq(mediaFiles.filename, key)).limit(1)
  if (!file) throw notFound()
  return file
}

/** The focal point that an item which shows the file was given last. */
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

/** @throws HttpError `not_found`; `unsupported_media_type` where it cannot be made */
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
