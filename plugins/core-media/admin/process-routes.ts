import { defineRoute } from 'lintel'
import { audit, validate } from 'lintel/kit'
import * as z from 'zod'
import { operationsSchema } from '../images/operations.ts'
import { jobSchema, readJob } from '../jobs/job.ts'
import { startJob } from '../jobs/start-job.ts'
import { cropForm, typedOperations } from './crop-form.ts'

const one = z.strictObject({ data: jobSchema })
const operationsOnly = z.strictObject({ operations: operationsSchema })

export const cropPageRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/:id/crop',
  access: ['editor'],
  summary: 'The page for cropping a picture',
  problems: ['not_found'],
  page: () => import('./pages/crop-page.tsx'),
})

export const cropRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/:id/crop',
  access: ['editor'],
  summary: 'Create a new picture from part of a picture: `x`, `y`, `width`, `height` in pixels, `degrees`',
  input: { form: cropForm },
  returns: one,
  status: 202,
  problems: ['not_found', 'unsupported_media_type'],
  act: async (c, { form, params: { id } }) => {
    const { operations } = validate(operationsOnly, { operations: typedOperations(form) })
    const data = await startJob(c, id, operations)
    await audit(c, { action: 'core-media.process', collection: 'media', id })
    return { data }
  },
  to: ({ data }) => `/admin/media/jobs/${data.id}`,
  again: cropPageRoute,
})

export const jobRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/jobs/:id',
  access: ['editor'],
  summary: 'Progress of a job on a picture',
  returns: one,
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readJob(c, params.id) }),
  page: () => import('./pages/job-page.tsx'),
})
