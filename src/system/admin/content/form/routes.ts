import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { isSlug } from '../../../../fields/slug/slug.ts'
import { type ManifestCollection, manifestOf, type RequestContext } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor, defaultsOf, may } from '../collection-for.ts'
import type { Values } from '../document-values.ts'
import { readPending } from '../drafts/read-pending.ts'
import { documentObject, inCollection, maybeInCollection, READING, sentForm } from '../objects.ts'
import { readDocument } from '../read-document.ts'

const choice = z.strictObject({ name: z.string(), label: z.string(), description: z.string().nullable() })
const start = z.looseObject({}).meta({ description: 'Initial values of the fields of a new document.' })

/** Shows the form of a new document, empty or as a copy of the document in `from`, or a choice of collections. */
export const newRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/new',
  access: ['editor'],
  summary:
    'The form for a new document of `collection`, or the collections to choose from; `from` is the id of a document to copy',
  input: { query: z.looseObject({ collection: z.string().max(100).optional(), from: z.string().max(100).optional() }) },
  returns: z.strictObject({ data: z.union([z.array(choice).readonly(), start]) }),
  problems: READING,
  load: async (c, { query: { from } }) => {
    // Reads the collection from the address, because a form that is shown again is at the address to which it was sent.
    if (c.req.query('collection') === undefined) return { data: choices(c) }
    const collection = await collectionFor(c)
    return { data: from ? await copyOf(c, collection, from) : defaultsOf(collection) }
  },
  page: async () => (await import('./document-pages.tsx')).newPage,
})

function choices(c: RequestContext) {
  return manifestOf(c)
    .collections.filter((each) => !each.singleton && may(c, each, 'create'))
    .map(({ name, label, description }) => ({ name, label, description }))
}

/** Shows the form of a new document as a dialog, for a reference to a document that does not exist yet. */
export const dialogRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/dialog',
  access: ['editor'],
  summary: 'The form for a new document of `collection`, as a dialog',
  input: { query: inCollection },
  page: () => import('./dialog.tsx'),
})

/**
 * Shows a form with the data of the request, and saves nothing. The field that `~copy` names gets the value of the
 * original.
 */
export const copyRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/copy',
  access: EDITORIAL,
  audit: false, // nothing is stored
  summary: 'The form of a document with the values in the request; nothing is saved',
  input: { form: sentForm },
  page: async () => (await import('./document-pages.tsx')).copyPage,
})

/** Shows the form of a document. */
export const editRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/:id/edit',
  access: EDITORIAL,
  summary: 'The form of a document; `collection`, the collection of the document, is optional',
  input: { query: maybeInCollection },
  returns: z.strictObject({ data: documentObject }),
  problems: READING,
  load: async (c, { params: { id } }) => {
    const { document } = await readPending(c, await collectionFor(c, id), id)
    return { data: document }
  },
  page: async () => (await import('./document-pages.tsx')).editPage,
})

/** Returns the values of a copy, without those that must differ between documents. */
async function copyOf(c: RequestContext, collection: ManifestCollection, id: string): Promise<Values> {
  const { document } = await readDocument(c, collection, id)
  return Object.fromEntries(
    collection.fields.map((field) => [
      field.name,
      field.unique || isSlug(field) ? null : (document[field.name] ?? null),
    ]),
  )
}
