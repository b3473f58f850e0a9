import { isForm, type RequestContext, requireOwnOrigin } from 'lintel/kit'

/**
 * Refuses forms sent to paths below `/auth/` unless the request says that the form is on a page of this site: other
 * sites must not sign their visitors in or out here. The runtime already refuses requests from other sites; this
 * function also refuses those that do not say where they come from.
 */
export async function requireOwnForms(c: RequestContext, next: () => Promise<void>): Promise<void> {
  if (c.req.method === 'POST' && c.req.path.startsWith('/auth/') && isForm(c)) requireOwnOrigin(c)
  await next()
}
