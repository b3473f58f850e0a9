/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from 'lintel/kit'
import type { Details } from '../details.ts'
import { detailsPage } from './details-page.tsx'
import { nameOf } from './item-words.ts'
import { scriptOf } from './script.ts'

export function showDetails(c: RequestContext, details: Details, status: 200 | 403 | 404 | 409 | 422 = 200) {
  c.header('Cache-Control', 'no-store')
  return c.render(detailsPage(details, scriptOf(c)), { title: nameOf(details.item), status })
}
