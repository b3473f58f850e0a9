import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { callApi, refusalIn } from '../../../runtime/kit.ts'
import { collectionFor } from './collection-for.ts'
import { inCollection, WRITING } from './objects.ts'
import { listPath } from './paths.ts'
import { utcTime } from './utc-time.ts'

const ACTIONS = {
  publish: (id: string) => ({ action: 'update', id, data: { status: 'published' } }),
  schedule: (id: string, at: string | null) => ({
    action: 'update',
    id,
    data: { status: 'scheduled', scheduledAt: at },
  }),
  unpublish: (id: string) => ({ action: 'update', id, data: { status: 'draft' } }),
  delete: (id: string) => ({ action: 'delete', id }),
} as const

const body = z.strictObject({
  action: z.enum(['publish', 'schedule', 'unpublish', 'delete']),
  scheduledAt: z.string().max(40).default(''),
  id: z.array(z.string()).default([]),
})

/** Publishes, schedules, takes back or deletes all documents that are selected, or none of them. */
export const bulkRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/bulk',
  access: ['editor'],
  audit: false, // the API writes the lines
  summary: 'Publishes, schedules, unpublishes or deletes documents of `collection`, all or none',
  input: { query: inCollection, body },
  returns: z.strictObject({ data: z.array(z.looseObject({})) }),
  problems: WRITING,
  act: async (c, { body: { action, scheduledAt, id } }) => {
    const { name } = await collectionFor(c)
    if (id.length === 0) return { data: [] }
    const operations = [...new Set(id)].map((one) => ACTIONS[action](one, utcTime(scheduledAt)))
    const response = await callApi(c, `/api/${name}/bulk`, { method: 'POST', json: { operations } })
    if (!response.ok) throw refusalIn(response)
    return { data: response.body.data }
  },
  to: ({ data }, { query, body }) => listPath(query.collection, data.length === 0 ? undefined : body.action),
  again: () => import('./bulk-refused-page.tsx'),
})
