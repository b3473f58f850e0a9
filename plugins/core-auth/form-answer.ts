import { HttpError, isPageRequest, type RequestContext, requireOwnOrigin, t } from 'lintel/kit'
import type { FormProblem, Page } from './pages/page.ts'
import { showPage } from './show-page.ts'

/** What a form can be shown again for; anything else is no matter of what was typed. */
const SHOWN = [400, 401, 403, 404, 409, 422, 429, 503] as const

/**
 * Answers a form that was posted, which must come from a page of this site: another site must not sign people in or up.
 * What is refused is shown on the page again to a browser, and is a problem to everybody else.
 * @param page the form's page with what is wrong
 */
export async function answerForm(
  c: RequestContext,
  page: (pages: typeof import('./pages/index.ts'), problem: FormProblem) => Page,
  act: () => Promise<Response>,
): Promise<Response> {
  requireOwnOrigin(c)
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof HttpError) || !isPageRequest(c)) throw error
    const status = SHOWN.find((shown) => shown === error.status)
    if (status === undefined) throw error
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
    return showPage(c, (pages) => page(pages, problemOf(error)), status)
  }
}

function problemOf({ code, title, detail, errors = [] }: HttpError): FormProblem {
  const fields = Object.fromEntries(errors.map(({ path, message }) => [path, message]))
  return { code, fields, message: errors.length > 0 ? null : (detail ?? t(title)) }
}
