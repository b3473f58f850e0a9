import { defineRoute } from 'lintel'
import * as z from 'zod'
import { receiveUpload, uploadedItems } from '../upload/receive-upload.ts'
import { upload } from '../upload/route.ts'
import { libraryPath } from './library-query.ts'

export const uploadPageRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/upload',
  access: ['editor'],
  summary: 'The page for uploading files',
  input: { query: z.strictObject({ folder: z.string().max(500).default('') }) },
  page: () => import('./pages/upload-page.tsx'),
})

export const uploadRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/upload',
  access: ['editor'],
  summary: 'Upload files from the admin, with the form of POST /api/media/upload',
  ...(upload.body && { body: upload.body }),
  returns: uploadedItems,
  status: 201,
  problems: [...(upload.problems ?? [])],
  act: receiveUpload,
  to: ({ data }) => libraryPath({ did: 'uploaded', count: Array.isArray(data) ? data.length : 1 }),
  again: uploadPageRoute,
})
