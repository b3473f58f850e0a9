import { defineRoute } from 'lintel'
import * as z from 'zod'
import { librarySchema, readLibrary, rememberView } from './library.ts'
import { libraryQuery } from './library-query.ts'

const returns = z.strictObject({ data: librarySchema })

export const libraryRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/',
  access: ['editor'],
  summary: 'The media library, as a page',
  input: { query: libraryQuery },
  returns,
  load: async (c, { query }) => {
    rememberView(c, query.view)
    return { data: await readLibrary(c, query) }
  },
  page: () => import('./pages/library-page.tsx'),
})

export const searchRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/search',
  access: ['editor'],
  summary: 'Files of the library as an HTML fragment; with `pick`, a dialog for choosing one',
  input: { query: libraryQuery },
  returns,
  load: async (c, { query }) => ({ data: await readLibrary(c, query) }),
  page: async () => (await import('./pages/search-page.tsx')).searchPage,
  fragment: async () => (await import('./pages/search-page.tsx')).searchResults,
})
