import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { callApi, hasTrash, type RequestContext, refusalIn } from '../../../../runtime/kit.ts'
import { collectionFor } from '../collection-for.ts'
import { maybeInCollection, READING } from '../objects.ts'
import { apiPath, listPath } from '../paths.ts'

const row = {
  access: ['editor'],
  audit: false, // the API writes the entry
  input: { query: maybeInCollection },
  returns: z.strictObject({ data: z.strictObject({ id: z.string(), collection: z.string() }) }),
  problems: [...READING, 'in_use', 'conflict', 'precondition_failed'],
} as const

/** Deletes a document, or shows the documents that refer to it. */
export const deleteFormRoute = defineRoute({
  ...row,
  method: 'POST',
  path: '/admin/content/:id/delete',
  summary: 'Moves a document to the trash, or deletes it if its collection has no trash, from its page',
  act: (c, { params }) => remove(c, params.id),
  to: ({ data: { id, collection } }, _given, c) =>
    hasTrash(c, collection)
      ? `${listPath(collection, 'trashed')}&${new URLSearchParams({ undo: id })}`
      : listPath(collection, 'deleted'),
  again: () => import('./in-use-page.tsx'),
})

/** Deletes a document for programs. */
export const deleteRoute = defineRoute({
  ...row,
  method: 'DELETE',
  path: '/admin/content/:id',
  summary: 'Moves a document to the trash, or deletes it if its collection has no trash',
  act: (c, { params }) => remove(c, params.id),
})

interface Removed {
  readonly id: string
  readonly collection: string
}

async function remove(c: RequestContext, id: string): Promise<{ readonly data: Removed }> {
  const collection = await collectionFor(c, id)
  const match = c.req.header('if-match')
  const headers: Record<string, string> = match === undefined ? {} : { 'if-match': match }
  const response = await callApi(c, apiPath(collection.name, id), { method: 'DELETE', headers })
  if (!response.ok) throw refusalIn(response)
  return { data: { id, collection: collection.name } }
}
