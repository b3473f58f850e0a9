import type { Json } from '../../../config/fields/field-type.ts'
import { defineRoute } from '../../../config/route.ts'
import {
  callApi,
  HttpError,
  isPageRequest,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  readForm,
  refusalIn,
} from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor, editableFields, may } from './collection-for.ts'
import type { FormProps } from './form-props.ts'
import { readFields } from './read-form.ts'

/** The form of a new document, empty or as the document that `from` names. */
export const newRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/new',
  access: ['editor'],
  summary: 'The form of a new document of `collection`, which can be chosen; `from` is the id of one to begin with',
  handler: async (c) => {
    if (c.req.query('collection') === undefined) return chooseCollection(c)
    const collection = await collectionFor(c)
    const from = c.req.query('from')
    const values = from ? await copyOf(c, collection, from) : defaultsOf(collection)
    return showForm(c, { collection, document: null, values, etag: null })
  },
})

async function chooseCollection(c: RequestContext) {
  const collections = manifestOf(c).collections.filter((each) => !each.singleton && may(c, each, 'create'))
  c.header('Cache-Control', 'no-store')
  if (!isPageRequest(c)) {
    const data = collections.map(({ name, label, description }) => ({ name, label, description }))
    return c.json({ success: true, data })
  }
  const { choosePage } = await import('./choose-page.tsx')
  return c.render(choosePage(collections), { title: t('New document') })
}

/** The same as a dialog, for a reference to a document that does not exist yet. */
export const dialogRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/dialog',
  access: ['editor'],
  summary: 'The form of a new document of `collection`, as a dialog',
  handler: async (c) => {
    const collection = await collectionFor(c)
    if (!may(c, collection, 'create')) throw new HttpError('forbidden')
    const { formDialog } = await import('./form-dialog.tsx')
    c.header('Cache-Control', 'no-store')
    return c.html(await formDialog(c, { collection, document: null, values: defaultsOf(collection), etag: null }))
  },
})

/** The form as it was when it could not be sent: it shows what the request holds, and saves nothing. */
export const copyRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/copy',
  access: ['editor'],
  audit: false, // nothing is stored
  summary: 'The form of a document with the values that the request holds; nothing is saved',
  handler: async (c) => {
    const id = c.req.query('id')
    const collection = await collectionFor(c, id)
    const form = await readForm(c)
    const { values, typed } = readFields(form, editableFields(c, collection))
    const stored = id === undefined ? null : await readDocument(c, collection, id)
    const etag = form.get('~etag')
    return showForm(c, {
      collection,
      document: stored?.document ?? null,
      values,
      typed,
      // As it was typed on: whoever has saved in between is asked about when this is saved.
      etag: stored === null ? null : typeof etag === 'string' ? etag : stored.etag,
      isUnsaved: true,
    })
  },
})

/** The form of a document. */
export const editRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/edit',
  access: ['editor'],
  summary: 'The form of a document; `collection` may name where it is',
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const collection = await collectionFor(c, id)
    const { document, etag } = await readDocument(c, collection, id)
    if (!isPageRequest(c) && c.req.header('hx-request') !== 'true') return c.json({ success: true, data: document })
    return showForm(c, { collection, document, values: document, etag })
  },
})

export async function showForm(c: RequestContext, props: FormProps, status: 200 | 409 | 412 | 422 = 200) {
  c.header('Cache-Control', 'no-store')
  const { contentForm } = await import('./form-page.tsx')
  const { collection, document } = props
  const title =
    document === null
      ? t('New in {collection}', { collection: collection.label })
      : t('Edit {collection}', { collection: collection.label })
  return c.render(contentForm(c, props), { title, status })
}

/**
 * A document as the API shows it, with its ETag.
 * @throws HttpError as the API
 */
export async function readDocument(c: RequestContext, collection: ManifestCollection, id: string) {
  const answer = await callApi(c, `/api/${collection.name}/${encodeURIComponent(id)}`)
  if (!answer.ok) throw refusalIn(answer)
  return { document: answer.body.data as { readonly [name: string]: Json }, etag: answer.headers.get('etag') }
}

function defaultsOf({ fields }: ManifestCollection): { readonly [name: string]: Json } {
  return Object.fromEntries(fields.map(({ name, options }) => [name, options.default ?? null]))
}

/** What must differ in every document is left out. */
async function copyOf(c: RequestContext, collection: ManifestCollection, id: string) {
  const { document } = await readDocument(c, collection, id)
  return Object.fromEntries(
    collection.fields.map(({ name, unique, kind }) => [
      name,
      unique || kind === 'slug' ? null : (document[name] ?? null),
    ]),
  )
}
