import { isForm, type RequestContext, requireOwnOrigin } from 'lintel/kit'

/**
 * Refuses a form to sign in, up or out that does not say that it comes from a page of this site: another site must not do
 * so for its visitors. The runtime refuses what a browser says of other sites; here silence is refused, too.
 */
export async function requireOwnForms(c: RequestContext, next: () => Promise<void>): Promise<void> {
  if (c.req.method === 'POST' && c.req.path.startsWith('/auth/') && isForm(c)) requireOwnOrigin(c)
  await next()
}
