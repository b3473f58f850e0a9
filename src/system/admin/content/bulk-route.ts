import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { BULK_ACTIONS, carryOutOnMany, refusedDocument } from './bulk-carry-out.ts'
import { collectionFor } from './collection-for.ts'
import { outcomeAddress } from './list-outcome.ts'
import { inCollection, WRITING } from './objects.ts'
import { utcTime } from './utc-time.ts'

const body = z.strictObject({
  action: z.enum(BULK_ACTIONS),
  scheduledAt: z.string().max(40).default(''),
  id: z.array(z.string()).default([]),
  back: z.string().max(8000).default('').meta({ description: 'Query of the list to go back to.' }),
})

/** Publishes, schedules, takes back, deletes or restores all documents that are selected and allow it. */
export const bulkRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/bulk',
  access: ['editor'],
  audit: false, // the API writes the lines
  summary: 'Publishes, schedules, unpublishes, deletes or restores documents of `collection`: those that allow it',
  input: { query: inCollection, body },
  returns: z.strictObject({
    data: z.array(z.looseObject({})),
    refused: z.array(refusedDocument),
    undo: z.array(z.string()).meta({ description: 'Documents that the opposite action puts back.' }),
  }),
  problems: WRITING,
  act: async (c, { body: { action, scheduledAt, id } }) => {
    const { name } = await collectionFor(c)
    if (id.length === 0) return { data: [], refused: [], undo: [] }
    return carryOutOnMany(c, name, action, [...new Set(id)], utcTime(scheduledAt))
  },
  to: (outcome, { query, body }) => outcomeAddress(query.collection, body.action, outcome, body.back),
  again: () => import('./bulk-refused-page.tsx'),
})
