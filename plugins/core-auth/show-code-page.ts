import type { RequestContext } from 'lintel/kit'
import type { Challenge } from './challenge.ts'
import { codePage } from './forms.ts'
import { renderPage } from './pages.ts'

/**
 * Answers with the page that takes the code of the second factor.
 * @param redirect where to go afterwards, as the request named it
 */
export async function showCodePage(
  c: RequestContext,
  { challengeToken }: Challenge,
  redirect: string | undefined,
): Promise<Response> {
  return renderPage(c, codePage(challengeToken, redirect))
}
