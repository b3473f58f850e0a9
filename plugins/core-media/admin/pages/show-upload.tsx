/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import { scriptOf } from './script.ts'
import { type UploadPageProps, uploadPage } from './upload-page.tsx'

export function showUpload(c: RequestContext, props: UploadPageProps, status: 200 | 403 | 404 | 409 | 422) {
  c.header('Cache-Control', 'no-store')
  return c.render(uploadPage(props, scriptOf(c)), { title: t('Upload'), status })
}
