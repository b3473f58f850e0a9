import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { callApi, refusalIn } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { documentObject, maybeInCollection, READING, version, versionNumber, WRITING } from '../objects.ts'
import { apiPath, editPath, versionsPath } from '../paths.ts'

/** The versions of a document, and the differences of two of them, or of one to the document as it is. */
export const versionsRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/versions',
  access: EDITORIAL,
  summary:
    'The history of a document; `version` is compared with the one that `with` names, or with the document as it is',
  input: { query: maybeInCollection.extend({ version: versionNumber.optional(), with: versionNumber.optional() }) },
  returns: z.looseObject({ data: z.array(version) }),
  problems: READING,
  load: async (c, { params: { id } }) => {
    const collection = await collectionFor(c, id)
    const response = await callApi(c, apiPath(collection.name, id, '/versions?limit=100'))
    if (!response.ok) throw refusalIn(response)
    return response.body
  },
  page: () => import('./page.tsx'),
})

/** Makes a version the current one, as pending changes of a published document. What was current stays in the history. */
export const restoreRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/restore',
  access: EDITORIAL,
  audit: false, // the API writes the line
  summary: 'Restores a version of a document',
  input: { query: maybeInCollection, form: z.strictObject({ version: versionNumber }) },
  returns: z.strictObject({ data: documentObject }),
  problems: WRITING,
  act: async (c, { params: { id }, form: { version } }) => {
    const collection = await collectionFor(c, id)
    const draft = collection.drafts ? '?draft=true' : ''
    const path = apiPath(collection.name, id, `/versions/${version}/restore${draft}`)
    const response = await callApi(c, path, { method: 'POST' })
    if (!response.ok) throw refusalIn(response)
    return { data: response.body.data }
  },
  to: (_restored, { params, query }) => editPath(query.collection, params.id, 'restored', query.locale),
})

/** Gives a version a name, which keeps it; an empty one takes the name away. */
export const nameVersionRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/versions/name',
  access: EDITORIAL,
  audit: false, // nothing of the document changes
  summary: 'Gives a version of a document a name, or takes it away',
  input: {
    query: maybeInCollection,
    form: z.strictObject({ version: versionNumber, name: z.string().trim().max(100) }),
  },
  returns: z.strictObject({ data: z.looseObject({ version: z.int() }) }),
  problems: WRITING,
  act: async (c, { params: { id }, form: { version, name } }) => {
    const collection = await collectionFor(c, id)
    const path = apiPath(collection.name, id, `/versions/${version}`)
    const response = await callApi(c, path, { method: 'PATCH', json: { name: name === '' ? null : name } })
    if (!response.ok) throw refusalIn(response)
    return { data: response.body.data }
  },
  to: (_named, { params, query, form }) => versionsPath(query.collection, params.id, form?.version, query.locale),
  again: versionsRoute,
})
