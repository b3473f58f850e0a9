import { defineRoute } from 'lintel'
import * as z from 'zod'
import { operationsSchema } from '../images/operations.ts'
import { jobSchema, readJob } from './job.ts'
import { startJob } from './start-job.ts'

const one = z.strictObject({ data: jobSchema })

export const process = defineRoute({
  method: 'POST',
  path: '/api/media/process',
  access: { permission: 'media.upload' },
  summary: 'Create a new image from an image with a list of steps; the original does not change',
  input: {
    json: z.strictObject({
      id: z.string().min(1).max(64),
      operations: operationsSchema,
    }),
  },
  returns: one,
  status: 202,
  problems: ['not_found', 'unsupported_media_type', 'validation_failed'],
  act: async (c, { json }) => ({ data: await startJob(c, json.id, json.operations) }),
})

export const job = defineRoute({
  method: 'GET',
  path: '/api/media/jobs/:id',
  access: { permission: 'media.upload' },
  summary: 'Progress of a job on an image',
  returns: one,
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readJob(c, params.id) }),
})
