import { HttpError, type RequestContext, t } from 'lintel/kit'

/**
 * Requires a person who is signed in: an API token must not create other tokens, nor change how its owner signs in.
 * @returns the ids of the caller and their session
 * @throws HttpError `unauthenticated`, or `forbidden` for an API token
 */
export function requireSession(c: RequestContext): { readonly userId: string; readonly sessionId: string } {
  const { user } = c.var
  if (!user) throw new HttpError('unauthenticated')
  if (user.sessionId === null) throw new HttpError('forbidden', t('An API token cannot do this: sign in yourself.'))
  return { userId: user.id, sessionId: user.sessionId }
}
