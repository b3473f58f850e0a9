import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { callApi, type RequestContext, refusalIn } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { documentObject, maybeInCollection, READING, sentForm, WRITING } from '../objects.ts'
import { apiPath, editPath } from '../paths.ts'
import { etagIn } from '../sent-form/pressed-button.ts'
import { undoOf, withUndo } from '../undo/of-form.ts'
import { readPending } from './read-pending.ts'

const returns = z.strictObject({ data: documentObject })

/** Shows the pending changes to a document before they are published. */
export const changesRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/changes',
  access: EDITORIAL,
  summary: 'A document with its pending changes; the page compares it with the published version',
  input: { query: maybeInCollection },
  returns,
  problems: READING,
  load: async (c, { params: { id } }) => {
    const { document } = await readPending(c, await collectionFor(c, id), id)
    return { data: document }
  },
  page: async () => (await import('./changes-page.tsx')).changesPage,
})

const writing = {
  method: 'POST',
  access: EDITORIAL,
  audit: false, // the API writes the entry
  input: { query: maybeInCollection, form: sentForm },
  returns,
  problems: WRITING,
  again: changesRoute,
} as const

/** Publishes pending changes, if they are still as they were shown. */
export const publishRoute = defineRoute({
  ...writing,
  path: '/admin/content/:id/publish',
  summary: 'Publishes the pending changes to a document',
  act: async (c, { params: { id }, form }) => {
    const collection = await collectionFor(c, id)
    const headers = matching(etagIn(form))
    return withUndo(c, collection, id, 'publish-changes', async () => {
      const response = await callApi(c, apiPath(collection.name, id, '/publish'), { method: 'POST', headers })
      if (!response.ok) throw refusalIn(response)
      return { result: { data: response.body.data }, etag: response.headers.get('etag') }
    })
  },
  to: (_published, { params, query }, c) => editPath(query.collection, params.id, 'publish', query.locale, undoOf(c)),
})

/** Discards pending changes, if they are still as they were shown. */
export const discardRoute = defineRoute({
  ...writing,
  path: '/admin/content/:id/discard',
  summary: 'Discards the pending changes to a document',
  act: (c, { params: { id }, form }) => discardChanges(c, id, etagIn(form)),
  to: (_discarded, { params, query }, c) =>
    editPath(query.collection, params.id, 'discard-changes', query.locale, undoOf(c)),
})

/**
 * Discards pending changes.
 * @returns the published document
 * @throws HttpError like the API
 */
export async function discardChanges(c: RequestContext, id: string, etag: string | null) {
  const collection = await collectionFor(c, id)
  const path = apiPath(collection.name, id)
  return withUndo(c, collection, id, 'discard-changes', async () => {
    const gone = await callApi(c, `${path}/draft`, { method: 'DELETE', headers: matching(etag) })
    if (!gone.ok) throw refusalIn(gone)
    const response = await callApi(c, path)
    if (!response.ok) throw refusalIn(response)
    return { result: { data: response.body.data }, etag: response.headers.get('etag') }
  })
}

function matching(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'if-match': etag }
}
