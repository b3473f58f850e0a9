import { defineRoute } from 'lintel'
import { HttpError, type RequestContext, settingsOf, t, uuidv7 } from 'lintel/kit'
import * as z from 'zod'
import { needsCleaning } from '../inspect/inspector.ts'
import { itemObject } from '../library/item-object.ts'
import { findItem } from '../library/items.ts'
import { cleanFilename, readFolder } from '../library/names.ts'
import { mediaTypeNamed } from '../media-types.ts'
import { requireUrlSecret } from '../serve/signed-url.ts'
import { settings } from '../settings.ts'
import { newKey } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import { mediaUploads, type UploadRow } from '../tables.ts'
import { announceItem } from '../upload/announce.ts'
import { tooLarge } from '../upload/receive.ts'
import type { Item } from '../upload/register.ts'
import { uploaded, uploadedObject } from '../upload/route.ts'
import { abandonUpload } from './abandon.ts'
import { completeUpload } from './complete.ts'
import { putPart } from './put-part.ts'
import { findUpload, PART_SIZE, type Progress, partCount, placeOfUpload, requireUpload } from './uploads.ts'

const HOUR = 3_600_000
/** Largest image that is cleaned on its way in, in bytes: it is read once more when it is complete. */
const MAX_CLEANED = 256 * 1024 * 1024

const progress = z
  .strictObject({
    id: z.string(),
    size: z.int().meta({ description: 'Of the whole file, in bytes.' }),
    partSize: z.int().meta({ description: 'Of every part but the last, in bytes.' }),
    parts: z.int().meta({ description: 'How many parts there are, numbered from 1.' }),
    received: z.array(z.int()).meta({ description: 'Numbers of the parts that are there.' }),
    expiresAt: z.iso
      .datetime({ precision: 3 })
      .meta({ description: 'When it is given up, unless another part comes.' }),
  })
  .meta({ id: 'MediaUpload', description: 'An upload in parts.' })
const answer = z.strictObject({ data: progress })
const mayUpload = { permission: 'media.upload' } as const

export const begin = defineRoute({
  method: 'POST',
  path: '/api/media/uploads',
  access: mayUpload,
  summary: 'Begin an upload in parts, for large files',
  input: {
    json: z.strictObject({
      filename: z.string().min(1).max(1000),
      size: z.int().min(1).meta({ description: 'In bytes.' }),
      type: z.string().max(100).meta({ description: 'The MIME type, which the first bytes must bear out.' }),
      folder: z.string().max(500).default(''),
      private: z.boolean().default(false),
    }),
  },
  responses: { 201: answer },
  problems: ['file_too_large', 'not_configured'],
  handler: async (c, { json }) => {
    const { allowedTypes, maxDirectFileSize, uploadLifetime } = settingsOf(c, settings)
    const type = mediaTypeNamed(json.type)
    if (type === undefined || !allowedTypes.includes(type)) {
      throw new HttpError('unsupported_media_type', t('Allowed types: {types}.', { types: allowedTypes.join(', ') }))
    }
    const limit = needsCleaning(type) ? Math.min(MAX_CLEANED, maxDirectFileSize) : maxDirectFileSize
    const originalName = cleanFilename(json.filename)
    if (json.size > limit) throw tooLarge(originalName, limit)
    const folder = readFolder(json.folder)
    if (json.private) requireUrlSecret(c)
    const now = Date.now()
    const filename = newKey(type, json.private)
    const draft = { filename, mimeType: type }
    const upload: UploadRow = {
      ...draft,
      id: uuidv7(),
      storageUpload: await storageOf(c).createUpload(placeOfUpload(draft), type),
      originalName,
      size: json.size,
      partSize: PART_SIZE,
      folder,
      private: json.private,
      createdBy: c.var.user?.id ?? '',
      createdAt: now,
      expiresAt: now + uploadLifetime * HOUR,
      leasedUntil: null,
    }
    await c.var.db.insert(mediaUploads).values(upload)
    return c.json({ data: progressObject({ upload, parts: [] }) }, 201, { Location: `/api/media/uploads/${upload.id}` })
  },
})

export const state = defineRoute({
  method: 'GET',
  path: '/api/media/uploads/:id',
  access: mayUpload,
  summary: 'How far your upload has come',
  responses: { 200: answer },
  handler: async (c) => c.json({ data: progressObject(await own(c)) }),
})

export const part = defineRoute({
  method: 'PUT',
  path: '/api/media/uploads/:id/parts/:number',
  access: mayUpload,
  audit: false,
  summary: 'Send a part; one that comes again replaces the first',
  body: { type: 'application/octet-stream', schema: z.string().meta({ format: 'binary' }) },
  responses: { 200: z.strictObject({ data: z.strictObject({ number: z.int(), sha256: z.string() }) }) },
  problems: ['validation_failed', 'file_type_mismatch'],
  handler: async (c) => {
    const number = Number(c.req.param('number'))
    if (!Number.isSafeInteger(number) || number < 1) throw new HttpError('not_found', t('Parts are numbered from 1.'))
    const { upload } = await own(c)
    const { hash } = await putPart(c, storageOf(c), upload, number, settingsOf(c, settings))
    return c.json({ data: { number, sha256: hash } })
  },
})

export const complete = defineRoute({
  method: 'POST',
  path: '/api/media/uploads/:id/complete',
  access: mayUpload,
  summary: 'Make a library item of your upload, once all parts are there',
  responses: { 201: z.strictObject({ data: uploaded }) },
  problems: ['validation_failed', 'conflict', 'file_type_mismatch'],
  handler: async (c) => {
    const found = await findUpload(c, c.req.param('id') ?? '')
    if (!found) return c.json({ data: uploadedObject(await itemObject(c, await requireCompleted(c))) }, 201)
    const item = await completeUpload(c, storageOf(c), found)
    return c.json({ data: uploadedObject(await announceItem(c, item)) }, 201)
  },
})

/**
 * The item that the caller's upload has become: its answer may have been lost.
 * @throws HttpError `not_found`
 */
async function requireCompleted(c: RequestContext): Promise<Item> {
  const item = await findItem(c.var.db, c.req.param('id') ?? '')
  if (item && item.item.uploadedBy === c.var.user?.id) return item
  throw new HttpError('not_found', t('There is no such upload.'))
}

export const abort = defineRoute({
  method: 'DELETE',
  path: '/api/media/uploads/:id',
  access: mayUpload,
  summary: 'Give your upload up',
  responses: { 204: null },
  problems: ['conflict'],
  handler: async (c) => {
    const { upload } = await own(c)
    await abandonUpload(c, storageOf(c), upload)
    return c.body(null, 204)
  },
})

function own(c: RequestContext): Promise<Progress> {
  return requireUpload(c, c.req.param('id') ?? '')
}

function progressObject({ upload, parts }: Progress): z.output<typeof progress> {
  return {
    id: upload.id,
    size: upload.size,
    partSize: upload.partSize,
    parts: partCount(upload),
    received: parts.map(({ number }) => number),
    expiresAt: new Date(upload.expiresAt).toISOString(),
  }
}
