import { HttpError, isPageRequest, type RequestContext, requireOwnOrigin } from 'lintel/kit'
import { type Page, renderPage } from './pages.ts'

/**
 * Answers a form that was posted, which must come from a page of this site: another site must not sign people in or up.
 * What is refused is shown on the page again to a browser, and is a problem to everybody else.
 * @param page the form's page with what is wrong
 */
export async function answerForm(
  c: RequestContext,
  page: (error: string) => Page,
  act: () => Promise<Response>,
): Promise<Response> {
  requireOwnOrigin(c)
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 500 || !isPageRequest(c)) throw error
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
    return renderPage(c, page(inWords(error)), error.status as Exclude<HttpError['status'], 405 | 412 | 413 | 500>)
  }
}

function inWords({ title, detail, errors = [] }: HttpError): string {
  const [first] = errors
  return first ? `${first.path}: ${first.message}` : (detail ?? title)
}
