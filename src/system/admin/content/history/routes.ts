import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { callApi, refusalIn } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { documentObject, maybeInCollection, READING, version, versionNumber, WRITING } from '../objects.ts'
import { apiPath, editPath, versionsPath } from '../paths.ts'

/**
 * Shows the latest versions of a document, and the differences between two versions, or between one and the current
 * document.
 */
export const versionsRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/versions',
  access: EDITORIAL,
  summary: 'The history of a document; compares `version` with the version `with`, or with the current document',
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

/** Restores a version; for a published document, as pending changes. The former state remains in the history. */
export const restoreRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/restore',
  access: EDITORIAL,
  audit: false, // the API writes the entry
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

/** Names a version, so that it is not deleted with old versions. An empty name removes the current name. */
export const nameVersionRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/versions/name',
  access: EDITORIAL,
  audit: false, // the document does not change
  summary: 'Names a version of a document, or removes its name',
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
