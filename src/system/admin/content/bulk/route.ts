import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { inCollection, WRITING } from '../objects.ts'
import { refusedDocument } from '../operations.ts'
import { editPath } from '../paths.ts'
import { utcTime } from '../sent-form/texts.ts'
import { markText, readMark } from '../undo/mark.ts'
import { undoOnMany } from '../undo/undo.ts'
import { BULK_ACTIONS, carryOutOnMany } from './carry-out.ts'
import { outcomeAddress } from './outcome.ts'

const body = z.strictObject({
  action: z.enum([...BULK_ACTIONS, 'undo']),
  scheduledAt: z.string().max(40).default(''),
  id: z.array(z.string()).default([]),
  undo: z
    .array(markText)
    .default([])
    .meta({ description: 'For the action `undo`: value of `undo` in the response to the earlier action.' }),
  back: z.string().max(8000).default('').meta({ description: 'Query of the list to return to.' }),
  document: z.string().max(64).optional().meta({ description: 'Id of the document to whose page the form returns.' }),
})

/**
 * Publishes, schedules, unpublishes, deletes or restores the selected documents that allow it, or undoes one of these
 * actions.
 */
export const bulkRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/bulk',
  access: EDITORIAL,
  audit: false, // the API writes the entries
  summary:
    'Publishes, schedules, unpublishes, deletes or restores the selected documents of `collection` that allow it',
  input: { query: inCollection, body },
  returns: z.strictObject({
    data: z.array(z.looseObject({})),
    refused: z.array(refusedDocument),
    undo: z.array(z.string()).meta({
      description: 'State of each document before the action. To restore it, send it as `undo` with the action `undo`.',
    }),
  }),
  problems: WRITING,
  act: async (c, { body: { action, scheduledAt, id, undo } }) => {
    const collection = await collectionFor(c)
    if (action === 'undo') {
      return undoOnMany(
        c,
        collection.name,
        undo.flatMap((text) => readMark(text) ?? []),
      )
    }
    if (id.length === 0) return { data: [], refused: [], undo: [] }
    return carryOutOnMany(c, collection, action, [...new Set(id)], utcTime(scheduledAt))
  },
  to: (outcome, { query, body: { action, back, document } }) => {
    if (document === undefined) return outcomeAddress(query.collection, action, outcome, back)
    const [refused] = outcome.refused
    const did =
      refused === undefined ? 'undone' : refused.code === 'precondition_failed' ? 'changed-since' : 'not-undone'
    return editPath(query.collection, document, did, query.locale === undefined ? null : String(query.locale))
  },
  again: () => import('./refused-page.tsx'),
})
