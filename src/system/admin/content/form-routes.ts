import type { Json } from '../../../config/fields/field-type.ts'
import { defineRoute } from '../../../config/plugin.ts'
import { callApi, isPageRequest, type ManifestCollection, type RequestContext } from '../../../runtime/kit.ts'
import { collectionFor } from './collection-for.ts'
import type { FormProps } from './form-page.tsx'
import { refusal } from './refusal.ts'

/** The form of a new document, empty or as the document that `from` names. */
export const newRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/new',
  access: ['editor'],
  summary: 'The form of a new document of `collection`; `from` is the id of one to begin with',
  handler: async (c) => {
    const collection = await collectionFor(c)
    const from = c.req.query('from')
    const values = from ? await copyOf(c, collection, from) : defaultsOf(collection)
    return showForm(c, { collection, document: null, values, etag: null })
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
    document === null ? `New in ${collection.label.toLowerCase()}` : `Edit ${collection.label.toLowerCase()}`
  return c.render(contentForm(c, props), { title, status })
}

/**
 * A document as the API shows it, with its ETag.
 * @throws HttpError as the API
 */
export async function readDocument(c: RequestContext, collection: ManifestCollection, id: string) {
  const answer = await callApi(c, `/api/${collection.name}/${encodeURIComponent(id)}`)
  if (!answer.ok) throw refusal(answer)
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
