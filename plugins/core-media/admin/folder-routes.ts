import { defineRoute } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import type { Folder } from '../library/folders.ts'
import { asError, type Refusal, statusOf, tryApi, wantsPage } from './ask-api.ts'
import { readFolders, readLibrary } from './library.ts'
import { type LibraryQuery, libraryPath, libraryQuery } from './library-query.ts'
import type { TypedFolder } from './pages/folder-forms.tsx'

const pages = () => import('./pages/show.tsx')

// What people type is judged by the API, after which the form can be shown again.
const name = z.string()
const parent = z.string().default('')
const folder = z.strictObject({ id: z.string(), name: z.string(), path: z.string() })
const answer = z.strictObject({ success: z.literal(true), data: folder })

export const newFolderRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/folders',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Make a folder, from the library',
  input: { form: z.strictObject({ name, parent }) },
  responses: { 200: answer, 303: null },
  problems: ['conflict'],
  handler: async (c, { form }) => {
    const outcome = await tryApi<{ data: Folder }>(c, '/api/media/create-folder', { method: 'POST', json: form })
    if (!outcome.ok) return refuse(c, outcome.refusal, { folder: form.parent || undefined }, { made: form.name })
    return done(c, outcome.data.data, 'folder-made')
  },
})

export const changeFolderRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/folders/:id',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Rename or move a folder, from the library',
  input: { form: z.strictObject({ name, parent }) },
  responses: { 200: answer, 303: null },
  problems: ['conflict'],
  handler: async (c, { form }) => {
    const id = c.req.param('id') ?? ''
    const path = `/api/media/folders/${encodeURIComponent(id)}`
    const outcome = await tryApi<{ data: Folder }>(c, path, { method: 'PATCH', json: form })
    if (!outcome.ok) return refuse(c, outcome.refusal, { folder: await pathOf(c, id) }, { changed: form })
    return done(c, outcome.data.data, 'folder-changed')
  },
})

export const removeFolderRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/folders/:id/delete',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Delete an empty folder, from the library',
  responses: { 200: z.strictObject({ success: z.literal(true), data: z.strictObject({ id: z.string() }) }), 303: null },
  problems: ['in_use'],
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const place = await pathOf(c, id)
    const path = `/api/media/folders/${encodeURIComponent(id)}`
    const outcome = await tryApi(c, path, { method: 'DELETE' })
    if (!outcome.ok) return refuse(c, outcome.refusal, { folder: place })
    if (!wantsPage(c)) return c.json({ success: true, data: { id } })
    const above = place?.includes('/') ? place.slice(0, place.lastIndexOf('/')) : undefined
    return c.redirect(libraryPath({ folder: above, did: 'folder-deleted' }), 303)
  },
})

function done(c: RequestContext, made: Folder, did: LibraryQuery['did']): Response {
  if (!wantsPage(c)) return c.json({ success: true, data: made })
  return c.redirect(libraryPath({ folder: made.path, did }), 303)
}

/** The library as it was, with what was refused and what was typed. */
async function refuse(
  c: RequestContext,
  refusal: Refusal,
  place: { readonly folder: string | undefined },
  typed?: TypedFolder,
): Promise<Response> {
  if (!wantsPage(c)) throw asError(refusal)
  // A path that is no folder's may be of any length.
  const query = libraryQuery.safeParse(place.folder === undefined ? {} : place).data ?? libraryQuery.parse({})
  const [{ showLibrary }, library] = await Promise.all([pages(), readLibrary(c, query)])
  return showLibrary(c, library, { refusal, ...(typed && { typed }) }, statusOf(refusal))
}

async function pathOf(c: RequestContext, id: string): Promise<string | undefined> {
  return (await readFolders(c)).find((folder) => folder.id === id)?.path
}
