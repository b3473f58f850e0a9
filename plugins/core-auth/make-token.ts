import { findService, HttpError, type RequestContext, t } from 'lintel/kit'
import { createApiToken } from './api-tokens.ts'
import { requireProof } from './prove-again.ts'
import { requireSession } from './require-session.ts'
import type { ApiTokenObject, MadeToken, NewToken } from './token-objects.ts'
import { findUser, findUserByEmail, normalizeEmail, type UserRow } from './users.ts'
import { tokenObject } from './visible-tokens.ts'

/**
 * Creates an API token for the caller or, if the caller is an administrator, for anybody, and informs its owner by
 * email.
 * @throws HttpError `forbidden`, `validation_failed`, `not_found`, `conflict` if the owner's account is being changed,
 * and as `requireProof` does
 */
export async function makeToken(c: RequestContext, request: NewToken): Promise<MadeToken> {
  const caller = requireSession(c).userId
  const { name, scopes, userId = caller, password } = request
  requireMayMakeFor(c, request)
  const expiresAt = request.expiresAt == null ? null : Date.parse(request.expiresAt)
  const named = request.email === undefined ? undefined : await findUserByEmail(c.var.db, request.email)
  requireSense(request, expiresAt, named)
  await requireProof(c, password)
  const owner = named ?? (await findUser(c.var.db, userId))
  if (!owner) throw new HttpError('not_found', t('There is no such user.'))
  let sendSoon = () => {}
  const { token, row } = await createApiToken(c, owner, { name, scopes, expiresAt }, async (made) => {
    const mail = await prepareNotice(c, tokenObject({ ...made, email: owner.email }))
    if (mail) sendSoon = mail.sendSoon
    return mail ? [mail.statement] : []
  })
  sendSoon()
  return { ...tokenObject({ ...row, email: owner.email }), token }
}

/**
 * Refuses a token for somebody else unless the caller is an administrator. The error is always the same, so that other
 * callers do not learn which accounts exist.
 */
function requireMayMakeFor({ var: { user } }: RequestContext, { userId, email }: NewToken): void {
  if (user?.role === 'admin') return
  const isOwn = userId === undefined || userId === user?.id
  if (isOwn && (email === undefined || normalizeEmail(email) === user?.email)) return
  throw new HttpError('forbidden', t('Only administrators can create tokens for others.'))
}

/**
 * Requires that the token expires in the future, and that `email` belongs to an account, and to that of `userId` if
 * both are given. Reports all mistakes at once.
 * @throws HttpError `validation_failed`
 */
function requireSense({ userId, email }: NewToken, expiresAt: number | null, named: UserRow | undefined): void {
  const isPast = expiresAt !== null && expiresAt <= Date.now()
  const isNobody = email !== undefined && (named === undefined || (userId ?? named.id) !== named.id)
  const errors = [
    ...(isPast ? [{ path: 'expiresAt', code: 'invalid', message: t('This must be in the future.') }] : []),
    ...(isNobody ? [{ path: 'email', code: 'unknown', message: t('This must be the email of an account.') }] : []),
  ]
  if (errors.length > 0) throw new HttpError('validation_failed', undefined, { errors })
}

/**
 * Prepares the email to the owner, so that somebody with a stolen session cannot secretly create a permanent
 * credential.
 */
async function prepareNotice(c: RequestContext, { userId, email, name, scopes, expiresAt }: ApiTokenObject) {
  const mailer = await findService(c, 'email')
  const { user } = c.var
  const madeBy = user === null || userId === user.id ? {} : { madeBy: user.email }
  const tokensUrl = '/admin/auth/tokens'
  return mailer?.prepare('token-made', { to: email, tokenName: name, scopes, expiresAt, ...madeBy, tokensUrl })
}
