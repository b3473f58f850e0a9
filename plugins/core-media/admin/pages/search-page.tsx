/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import { type LibraryResult, libraryOf } from '../library.ts'
import type { LibraryQuery } from '../library-query.ts'
import libraryPage from './library-page.tsx'
import { picker } from './picker-dialog.tsx'
import { Results } from './results.tsx'

type Found = Shown<LibraryResult, LibraryQuery>

/** Page of search results in the library, or the dialog in which an item is chosen. */
export function searchPage(c: RequestContext, found: Found): Page {
  const { query, result } = found
  return query.pick === undefined ? libraryPage(c, found) : picker(c, libraryOf(c, query, result.data))
}

/** Returns only the search results, which a script inserts into the page; with `pick`, the same as `searchPage`. */
export function searchResults(c: RequestContext, found: Found): Page {
  const { query, result } = found
  if (query.pick !== undefined) return searchPage(c, found)
  return { title: t('Media'), content: <Results {...libraryOf(c, query, result.data)} /> }
}
