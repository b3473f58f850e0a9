/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import type { Job } from '../../jobs/job.ts'
import { type CropPageProps, cropPage } from './crop-page.tsx'
import { jobPage } from './job-page.tsx'
import { scriptOf } from './script.ts'

export function showCrop(c: RequestContext, props: CropPageProps, status: 200 | 403 | 404 | 409 | 422) {
  c.header('Cache-Control', 'no-store')
  return c.render(cropPage(props, scriptOf(c)), { title: t('Crop'), status })
}

export function showJob(c: RequestContext, job: Job) {
  c.header('Cache-Control', 'no-store')
  return c.render(jobPage(job), { title: t('New picture') })
}
