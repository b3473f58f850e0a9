import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { maybeInCollection, READING } from '../objects.ts'
import { readDocument } from '../read-document.ts'
import { use, usesOf } from './uses.ts'

/** Lists the documents that refer to a document, before it is deleted. */
export const usedByRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/used-by',
  access: EDITORIAL,
  summary: 'Documents that refer to a document, and what deleting it would do to them',
  input: { query: maybeInCollection },
  returns: z.strictObject({ data: z.array(use) }),
  problems: READING,
  load: async (c, { params: { id } }) => {
    const collection = await collectionFor(c, id)
    await readDocument(c, collection, id)
    return { data: await usesOf(c, collection, id) }
  },
  page: () => import('./page.tsx'),
  fragment: async () => (await import('./page.tsx')).usedByFragment,
})
