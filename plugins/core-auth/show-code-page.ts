import type { RequestContext } from 'lintel/kit'
import type { Challenge } from './challenge.ts'
import { showPage } from './show-page.ts'

/**
 * Answers with the page that takes the code of the second factor.
 * @param redirect where to go afterwards, as the request named it
 */
export function showCodePage(
  c: RequestContext,
  { challengeToken }: Challenge,
  redirect: string | undefined,
): Promise<Response> {
  return showPage(c, (pages) => pages.codePage({ challengeToken, redirect }))
}
