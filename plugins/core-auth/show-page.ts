import type { RequestContext } from 'lintel/kit'
import type { Page } from './pages/page.ts'

type Pages = typeof import('./pages/index.ts')
type Status = 200 | 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503

/**
 * Answers with a page that no cache keeps. Pages are loaded when the first is asked for: the compiler, which reads the
 * routes too, has no use for them.
 */
export async function showPage(
  c: RequestContext,
  make: (pages: Pages) => Page,
  status: Status = 200,
): Promise<Response> {
  const { title, content } = make(await import('./pages/index.ts'))
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title, frame: 'narrow', status })
}
