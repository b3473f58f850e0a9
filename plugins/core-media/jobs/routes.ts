import { defineRoute } from 'lintel'
import { HttpError, t } from 'lintel/kit'
import * as z from 'zod'
import { operationsSchema } from '../images/operations.ts'
import { handOver } from './hand-over.ts'
import { createJob, findJob, jobObject, jobSchema } from './job.ts'

const answer = z.strictObject({ data: jobSchema })

export const process = defineRoute({
  method: 'POST',
  path: '/api/media/process',
  access: { permission: 'media.upload' },
  summary: 'Make a new image of one, step by step; the original stays as it is',
  input: {
    json: z.strictObject({
      id: z.string().min(1).max(64),
      operations: operationsSchema,
    }),
  },
  responses: { 202: answer },
  problems: ['not_found', 'unsupported_media_type', 'validation_failed'],
  handler: async (c, { json }) => {
    const job = await createJob(c, json.id, json.operations)
    await handOver(c, 'jobs', job.id)
    return c.json({ data: await jobObject(c, job) }, 202)
  },
})

export const job = defineRoute({
  method: 'GET',
  path: '/api/media/jobs/:id',
  access: { permission: 'media.upload' },
  summary: 'How far work on an image is',
  responses: { 200: answer },
  problems: ['not_found'],
  handler: async (c) => {
    const row = await findJob(c, c.req.param('id') ?? '')
    if (!row) throw new HttpError('not_found', t('There is no such job.'))
    return c.json({ data: await jobObject(c, row) })
  },
})
