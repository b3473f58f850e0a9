import { defineRoute } from 'lintel'
import { HttpError, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import { settings } from '../settings.ts'
import { storageOf } from '../storage/open.ts'
import { toUploadedItem, uploadedItem } from '../upload/receive-upload.ts'
import { abandonUpload } from './abandon.ts'
import { announcedFile, beginUpload } from './begin.ts'
import { completedItem } from './complete.ts'
import { progress, progressObject } from './progress.ts'
import { putPart } from './put-part.ts'
import { requireUpload } from './uploads.ts'

const one = z.strictObject({ data: progress })
/**
 * Pattern of a part's number: decimal, without leading zeros, so that a part that is sent twice has the same address.
 */
const PART_NUMBER = /^[1-9]\d{0,4}$/
const mayUpload = { permission: 'media.upload' } as const

export const begin = defineRoute({
  method: 'POST',
  path: '/api/media/uploads',
  access: mayUpload,
  summary: 'Start an upload in parts, for large files',
  input: { json: announcedFile },
  returns: one,
  status: 201,
  problems: ['file_too_large', 'not_configured'],
  act: async (c, { json }) => {
    const upload = await beginUpload(c, json)
    c.header('Location', `/api/media/uploads/${upload.id}`)
    return { data: progressObject({ upload, parts: [] }) }
  },
})

export const state = defineRoute({
  method: 'GET',
  path: '/api/media/uploads/:id',
  access: mayUpload,
  summary: 'Progress of your upload',
  returns: one,
  load: async (c, { params }) => ({ data: progressObject(await requireUpload(c, params.id)) }),
})

export const part = defineRoute({
  method: 'PUT',
  path: '/api/media/uploads/:id/parts/:number',
  access: mayUpload,
  audit: false,
  summary: 'Send a part; a part that is sent again replaces the earlier one',
  body: { type: 'application/octet-stream', schema: z.string().meta({ format: 'binary' }) },
  returns: z.strictObject({ data: z.strictObject({ number: z.int(), sha256: z.string() }) }),
  problems: ['validation_failed', 'file_type_mismatch'],
  act: async (c, { params }) => {
    const number = PART_NUMBER.test(params.number) ? Number(params.number) : 0
    if (number === 0) throw new HttpError('not_found', t('Parts are numbered from 1.'))
    const { upload } = await requireUpload(c, params.id)
    const { hash } = await putPart(c, storageOf(c), upload, number, settingsOf(c, settings))
    return { data: { number, sha256: hash } }
  },
})

export const complete = defineRoute({
  method: 'POST',
  path: '/api/media/uploads/:id/complete',
  access: mayUpload,
  summary: 'Create a library item from your upload, once all parts have arrived',
  returns: z.strictObject({ data: uploadedItem }),
  status: 201,
  problems: ['validation_failed', 'conflict', 'file_type_mismatch'],
  act: async (c, { params }) => ({ data: toUploadedItem(await completedItem(c, storageOf(c), params.id)) }),
})

export const abort = defineRoute({
  method: 'DELETE',
  path: '/api/media/uploads/:id',
  access: mayUpload,
  summary: 'Abandon your upload',
  returns: null,
  problems: ['conflict'],
  act: async (c, { params }) => {
    const { upload } = await requireUpload(c, params.id)
    await abandonUpload(c, storageOf(c), upload)
  },
})
