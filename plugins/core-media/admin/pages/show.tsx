/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import type { Library } from '../library.ts'
import { type LibraryNotice, libraryPage } from './library-page.tsx'
import { pickerDialog, pickerResults } from './picker-dialog.tsx'
import { Results } from './results.tsx'
import { scriptOf } from './script.ts'

type Status = 200 | 403 | 404 | 409 | 422

export function showLibrary(c: RequestContext, library: Library, notice?: LibraryNotice, status: Status = 200) {
  return show(c, t('Media'), libraryPage(library, scriptOf(c), notice), status)
}

/** What was found, for the place that it has on the page. */
export function showResults(c: RequestContext, library: Library) {
  return show(c, t('Media'), <Results {...library} />)
}

export function showPicker(c: RequestContext, library: Library) {
  const content = library.query.part === 'results' ? pickerResults(library) : pickerDialog(library, scriptOf(c))
  return show(c, t('Choose from the library'), content)
}

function show(c: RequestContext, title: string, content: Content, status: Status = 200) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title, status })
}
