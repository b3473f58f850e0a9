import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { t } from '../../../../messages/translate.ts'
import {
  type ApiCall,
  callApi,
  HttpError,
  type ManifestCollection,
  type RequestContext,
  refusalIn,
} from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor, editableFields } from '../collection-for.ts'
import { discardChanges } from '../drafts/draft-routes.ts'
import {
  documentObject,
  inCollection,
  maybeInCollection,
  type SentForm,
  sentDocument,
  sentForm,
  WRITING,
} from '../objects.ts'
import { apiPath, changesPath, editPath } from '../paths.ts'
import { actionIn, dateIn, etagIn, outcomeIn, statusChangeIn } from '../sent-form/pressed-button.ts'
import { readFields } from '../sent-form/read-fields.ts'
import { inLocale, localeIn } from '../translation/locale-in.ts'
import { undoOf, type Written, withUndo } from '../undo/of-form.ts'
import { filledValues } from './check-route.ts'
import { editRoute, newRoute } from './routes.ts'

const saved = z.strictObject({ data: documentObject })

/** Creates a document from its form. A JSON body is passed to the API unchanged. */
export const createRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/',
  access: ['editor'],
  audit: false, // the API writes the entry
  summary: 'Creates a document of `collection`',
  input: { query: inCollection, json: sentDocument, form: sentForm },
  returns: saved,
  status: 201,
  problems: WRITING,
  act: async (c, { json, form }) => {
    const collection = await collectionFor(c)
    const body = form ? newIn(c, collection, form) : json
    return (await write(c, `/api/${collection.name}`, { method: 'POST', json: body })).result
  },
  to: ({ data }, { query, form }) => editPath(query.collection, data.id, outcomeIn(form, 'created')),
  again: newRoute,
})

/**
 * Saves a document from its form, or the pending changes to a published document. Depending on the button, also
 * publishes, schedules or unpublishes the document, or discards its pending changes.
 */
export const saveRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id',
  access: EDITORIAL,
  audit: false, // the API writes the entry
  summary: 'Saves a document from its form',
  input: { query: maybeInCollection, json: sentDocument, form: sentForm },
  returns: saved,
  problems: WRITING,
  act: async (c, { params: { id }, json, form }) => {
    const collection = await collectionFor(c, id)
    if (!form) return (await change(c, collection, id, json, c.req.header('if-match'))).result
    if (actionIn(form) === 'discard-changes') return discardChanges(c, id, etagIn(form))
    const { values } = readFields(form, editableFields(c, collection))
    const changes = { ...values, ...statusChangeIn(form, collection, false) }
    return withUndo(c, collection, id, undoneAction(actionIn(form)), async () => {
      const date = dateIn(form)
      if (date !== undefined) requirePast(date)
      const written = await change(c, collection, id, changes, etagIn(form), collection.drafts)
      // Changed fields become pending changes, but the publication date belongs to the document itself.
      return date === undefined ? written : change(c, collection, id, { publishedAt: date }, null)
    })
  },
  to: ({ data }, { params, query: { collection, locale = null }, form }, c) => {
    if (form && actionIn(form) === 'publish-changes' && data.hasDraft === true)
      return changesPath(collection, params.id, locale)
    return editPath(collection, params.id, outcomeIn(form, 'saved'), locale, undoOf(c))
  },
  again: editRoute,
})

/** Changes a document for programs. */
export const replaceRoute = defineRoute({
  method: 'PUT',
  path: '/admin/content/:id',
  access: EDITORIAL,
  audit: false, // the API writes the entry
  summary: 'Changes the fields of a document that are in the JSON body',
  input: { query: maybeInCollection, json: sentDocument },
  returns: saved,
  problems: WRITING,
  act: async (c, { params: { id }, json }) =>
    (await change(c, await collectionFor(c, id), id, json, c.req.header('if-match'))).result,
})

/** Refuses a future date before anything is written. @throws HttpError `validation_failed` */
function requirePast(date: string | null): void {
  if (date === null || !(Date.parse(date) > Date.now())) return
  const message = t('The publication date must not be in the future. Schedule the document instead.')
  throw new HttpError('validation_failed', message, {
    errors: [{ path: 'publishedAt', code: 'invalid_value', message }],
  })
}

/**
 * Returns the action of a button if an undo exists for it. `publish-changes` has none, because it only leads to the
 * page with the pending changes.
 */
function undoneAction(action: string | undefined): string | undefined {
  return action === 'publish-changes' ? undefined : action
}

function newIn(c: RequestContext, collection: ManifestCollection, form: SentForm) {
  return { ...filledValues(readFields(form, editableFields(c, collection))), ...statusChangeIn(form, collection, true) }
}

function change(
  c: RequestContext,
  collection: ManifestCollection,
  id: string,
  json: object,
  match: string | null | undefined,
  intoDraft = false,
) {
  const headers: Record<string, string> = match ? { 'if-match': match } : {}
  const path = `${apiPath(collection.name, id)}${intoDraft ? '?draft=true' : ''}`
  return write(c, inLocale(path, localeIn(c, collection)), { method: 'PATCH', json, headers })
}

/** Writes a document through the API. @throws HttpError like the API */
async function write(c: RequestContext, path: string, call: ApiCall): Promise<Written<z.output<typeof saved>>> {
  const response = await callApi(c, path, call)
  if (!response.ok) throw refusalIn(response)
  const etag = response.headers.get('etag')
  if (etag !== null) c.header('ETag', etag)
  return { result: { data: response.body.data }, etag }
}
