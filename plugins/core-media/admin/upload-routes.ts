import { defineRoute } from 'lintel'
import { HttpError, hasPermission, isPageRequest, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { upload, uploaded } from '../upload/route.ts'
import { type Refusal, refusalOf, statusOf } from './ask-api.ts'
import { limitsOf, readFolders, rightsOf } from './library.ts'
import { libraryPath } from './library-query.ts'

const pages = () => import('./pages/show-upload.tsx')

export const uploadPageRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/upload',
  access: ['editor'],
  summary: 'A form to upload files with',
  input: { query: z.strictObject({ folder: z.string().max(500).default('') }) },
  handler: async (c, { query }) => showForm(c, query.folder),
})

export const uploadRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/upload',
  access: ['editor'],
  summary: 'Upload files from the admin, as POST /api/media/upload takes them',
  ...(upload.body && { body: upload.body }),
  responses: {
    201: z.strictObject({ success: z.literal(true), data: z.union([uploaded, z.array(uploaded)]) }),
    303: null,
  },
  problems: [...(upload.problems ?? [])],
  handler: async (c) => {
    if (!hasPermission(c, 'media.upload'))
      throw new HttpError('forbidden', t('This needs the permission media.upload.'))
    if (!isPageRequest(c)) return c.json({ success: true, data: await take(c) }, 201)
    try {
      const files = await take(c)
      const count = Array.isArray(files) ? files.length : 1
      return c.redirect(libraryPath({ did: 'uploaded', count }), 303)
    } catch (error) {
      return showForm(c, '', refusalOf(error))
    }
  },
})

/** The API's own handler reads the form: it comes as a stream, which nobody reads twice. */
async function take(c: RequestContext): Promise<z.output<typeof uploaded> | z.output<typeof uploaded>[]> {
  const answer = await upload.handler(c, {})
  const { data } = (await answer.json()) as { data: z.output<typeof uploaded> } // as the route declares it
  return data
}

async function showForm(c: RequestContext, folder: string, refusal?: Refusal): Promise<Response> {
  const [{ showUpload }, folders] = await Promise.all([pages(), readFolders(c)])
  const props = { folder, folders, rights: rightsOf(c), limits: limitsOf(c), refusal: refusal ?? null }
  return showUpload(c, props, refusal ? statusOf(refusal) : 200)
}
