import type { Json } from '../../../config/fields/field-type.ts'
import { defineRoute } from '../../../config/route.ts'
import {
  type ApiAnswer,
  callApi,
  isPageRequest,
  type ManifestCollection,
  type RequestContext,
  readForm,
  readJson,
  refusalIn,
} from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { given } from './check-route.ts'
import { collectionFor, editableFields } from './collection-for.ts'
import { readDocument, showForm } from './form-routes.ts'
import { editPath } from './paths.ts'
import { type FormReading, readFields } from './read-form.ts'
import { errorsOf } from './refusal.ts'
import { utcTime } from './utc-time.ts'

/** Creates a document from its form; a JSON body goes to the API as it is. */
export const createRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Creates a document of `collection`',
  handler: async (c) => {
    const collection = await collectionFor(c)
    if (isJson(c))
      return answerProgram(
        c,
        await callApi(c, `/api/${collection.name}`, { method: 'POST', json: await readJson(c) }),
        201,
      )
    const form = await readForm(c)
    const reading = readFields(form, editableFields(c, collection))
    const answer = await callApi(c, `/api/${collection.name}`, {
      method: 'POST',
      json: { ...given(reading), ...wishOf(form, collection, true) },
    })
    // The dialog over a form that needs this document wants the document, not its page.
    if (!isPageRequest(c)) return answerProgram(c, answer, 201)
    if (!answer.ok) return showAgain(c, { collection, form, reading, answer, id: null })
    return c.redirect(editPath(collection.name, answer.body.data.id, didOf(form, 'created')), 303)
  },
})

/** Saves a document from its form, and publishes, schedules or takes it back as the button says. */
export const saveRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Saves a document from its form',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    if (isJson(c)) return saveJson(c, collection, id)
    const form = await readForm(c)
    const reading = readFields(form, editableFields(c, collection))
    const etag = form.get('~etag')
    const answer = await callApi(c, `/api/${collection.name}/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      json: { ...reading.values, ...wishOf(form, collection, false) },
      headers: typeof etag === 'string' && etag !== '' ? { 'if-match': etag } : {},
    })
    // The script that saves while somebody types wants to know how it went, not where to go.
    if (!isPageRequest(c)) return answerProgram(c, answer, 200)
    if (!answer.ok) return showAgain(c, { collection, form, reading, answer, id })
    return c.redirect(editPath(collection.name, id, didOf(form, 'saved')), 303)
  },
})

/** The same for programs. */
export const replaceRoute = defineRoute({
  method: 'PUT',
  path: '/admin/content/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Changes the fields of a document that the JSON body names',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    return saveJson(c, await collectionFor(c, id), id)
  },
})

async function saveJson(c: RequestContext, collection: ManifestCollection, id: string) {
  const match = c.req.header('if-match')
  const answer = await callApi(c, `/api/${collection.name}/${encodeURIComponent(id)}`, {
    method: 'PATCH',
    json: await readJson(c),
    headers: match === undefined ? {} : { 'if-match': match },
  })
  return answerProgram(c, answer, 200)
}

function answerProgram(c: RequestContext, answer: ApiAnswer, status: 200 | 201) {
  if (!answer.ok) throw refusalIn(answer)
  const etag = answer.headers.get('etag')
  if (etag !== null) c.header('ETag', etag)
  c.header('Cache-Control', 'no-store')
  return c.json({ success: true, data: answer.body.data }, status)
}

interface Attempt {
  readonly collection: ManifestCollection
  readonly form: FormData
  readonly reading: FormReading
  readonly answer: ApiAnswer
  readonly id: string | null
}

/** The form again, with everything that was typed and what is wrong with it. */
async function showAgain(c: RequestContext, { collection, form, reading, answer, id }: Attempt) {
  const { status, body } = answer
  if (status !== 409 && status !== 412 && status !== 422) throw refusalIn(answer)
  const stored = id === null ? null : await readDocument(c, collection, id)
  const typed = new Map(reading.typed)
  const time = form.get('~scheduledAt')
  if (typeof time === 'string' && time !== '') typed.set('scheduledAt', time)
  const props = {
    collection,
    document: stored?.document ?? null,
    values: reading.values,
    // After a conflict the person has seen what was saved, and may save over it.
    etag: status === 412 ? (stored?.etag ?? null) : textOf(form.get('~etag')),
    errors: new Map(errorsOf(body).map(({ path, message }) => [path, message])),
    typed,
    problem: body?.detail ?? t('It could not be saved.'),
    isConflict: status === 412,
  }
  return showForm(c, props, status)
}

/** What the button says about the status. */
function wishOf(form: FormData, { drafts }: ManifestCollection, isNew: boolean): { readonly [name: string]: Json } {
  if (!drafts) return {}
  switch (form.get('~action')) {
    case 'publish':
      return { status: 'published' }
    case 'unpublish':
      return { status: 'draft' }
    case 'schedule':
      return { status: 'scheduled', scheduledAt: utcTime(textOf(form.get('~scheduledAt')) ?? '') }
    default:
      return isNew ? { status: 'draft' } : {}
  }
}

function textOf(value: FormDataEntryValue | null): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function didOf(form: FormData, otherwise: string): string {
  const action = form.get('~action')
  return action === 'publish' || action === 'schedule' || action === 'unpublish' ? action : otherwise
}

function isJson(c: RequestContext): boolean {
  return c.req.header('content-type')?.startsWith('application/json') ?? false
}
