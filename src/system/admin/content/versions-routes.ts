import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { callApi, refusalIn } from '../../../runtime/kit.ts'
import { collectionFor } from './collection-for.ts'
import { documentObject, maybeInCollection, READING, version, WRITING } from './objects.ts'
import { apiPath, editPath } from './paths.ts'

/** The versions of a document, and the differences of one to the document as it is. */
export const versionsRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/versions',
  access: ['editor'],
  summary: 'The history of a document; `version` is compared with the document as it is',
  input: { query: maybeInCollection.extend({ version: z.string().max(20).optional() }) },
  returns: z.looseObject({ data: z.array(version) }),
  problems: READING,
  load: async (c, { params: { id } }) => {
    const collection = await collectionFor(c, id)
    const response = await callApi(c, apiPath(collection.name, id, '/versions?limit=100'))
    if (!response.ok) throw refusalIn(response)
    return response.body
  },
  page: () => import('./versions-page.tsx'),
})

/** Makes a version the current one; what was current stays in the history. */
export const restoreRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/restore',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Restores a version of a document',
  input: { query: maybeInCollection, form: z.strictObject({ version: z.coerce.number().int().min(1) }) },
  returns: z.strictObject({ data: documentObject }),
  problems: WRITING,
  act: async (c, { params: { id }, form: { version } }) => {
    const collection = await collectionFor(c, id)
    const response = await callApi(c, apiPath(collection.name, id, `/versions/${version}/restore`), { method: 'POST' })
    if (!response.ok) throw refusalIn(response)
    return { data: response.body.data }
  },
  to: (_restored, { params, query }) => editPath(query.collection, params.id, 'restored'),
})
