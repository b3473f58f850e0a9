import { defineRoute } from 'lintel'
import * as z from 'zod'
import { receiveUpload, uploadedItems } from './receive-upload.ts'

const bytes = z.string().meta({ format: 'binary' })

export const upload = defineRoute({
  method: 'POST',
  path: '/api/media/upload',
  access: { permission: 'media.upload' },
  summary: 'Upload files as a multipart form: `file` parts, `folder`, `private`',
  body: {
    type: 'multipart/form-data',
    schema: z.strictObject({
      folder: z.string().optional(),
      private: z.enum(['true', 'false']).optional().meta({ description: 'Must come before the files.' }),
      file: z.union([bytes, z.array(bytes)]),
    }),
  },
  returns: uploadedItems,
  status: 201,
  problems: [
    'payload_too_large',
    'file_too_large',
    'unsupported_media_type',
    'file_type_mismatch',
    'validation_failed',
    'conflict',
    'not_configured',
  ],
  act: receiveUpload,
})
