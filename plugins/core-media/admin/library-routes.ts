import { defineRoute } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { itemSchema } from '../library/item-object.ts'
import { wantsPage } from './ask-api.ts'
import { readLibrary, rememberView } from './library.ts'
import { type LibraryQuery, libraryQuery } from './library-query.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./pages/show.tsx')

const folder = z.strictObject({ id: z.string(), name: z.string(), path: z.string() })
const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})
const answer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ items: z.array(itemSchema), folders: z.array(folder), pagination }),
})

export const libraryRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/',
  access: ['editor'],
  summary: 'The media library, as a page',
  input: { query: libraryQuery },
  responses: { 200: answer },
  handler: async (c, { query }) => {
    rememberView(c, query.view)
    const library = await readLibrary(c, query)
    if (wantsPage(c)) return (await pages()).showLibrary(c, library)
    return c.json(asJson(library))
  },
})

export const searchRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/search',
  access: ['editor'],
  summary: 'What the library has, as a fragment; with `pick` a dialog to choose from',
  input: { query: libraryQuery },
  responses: { 200: answer },
  handler: async (c, { query }) => {
    const library = await readLibrary(c, query)
    if (!wantsPage(c)) return c.json(asJson(library))
    return showSearch(c, query, library)
  },
})

async function showSearch(c: RequestContext, query: LibraryQuery, library: Awaited<ReturnType<typeof readLibrary>>) {
  const { showLibrary, showPicker, showResults } = await pages()
  if (query.pick !== undefined) return showPicker(c, library)
  return c.req.header('hx-request') === 'true' ? showResults(c, library) : showLibrary(c, library)
}

function asJson({ items, folders, pagination }: Awaited<ReturnType<typeof readLibrary>>) {
  return { success: true, data: { items, folders, pagination } }
}
