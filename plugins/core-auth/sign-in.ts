import { eq, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import {
  clientAddress,
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  hashPassword,
  isOutdatedHash,
  log,
  pretendToVerifyPassword,
  type RequestContext,
  settingsOf,
  t,
  takeAttempt,
  users,
  verifyPassword,
} from 'lintel/kit'
import { signAccessToken } from './access-token.ts'
import { redeemAppCode } from './authenticator/app.ts'
import { countRecoveryCodes } from './authenticator/recovery-codes.ts'
import { type Challenge, challengeUser } from './challenge.ts'
import { clearAuthCookies, setAuthCookies } from './cookies.ts'
import { credentialOf } from './identity.ts'
import { failuresFrom, failuresOfApp, takePasswordAttempt } from './limits.ts'
import { prepareSignInNotice } from './notices.ts'
import { closeAppChallenge, isStillGood, redeemCode, tryAppChallenge, userOfAppChallenge } from './one-time-tokens.ts'
import {
  newSession,
  type OpenSession,
  type Origin,
  revokeByRefreshToken,
  revokeSession,
  rotateSession,
} from './sessions.ts'
import { settings } from './settings.ts'
import { forgetAccessToken } from './token-cache.ts'
import { batchUnlessChanged } from './unless-changed.ts'
import { findUser, findUserByEmail, normalizeEmail, type UserRow } from './users.ts'

/** Tokens of a session that a client stores. */
export interface Tokens {
  readonly token: string
  readonly refreshToken: string
  /** Lifetime of `token` in seconds. */
  readonly expiresIn: number
}

export interface SignedIn extends Tokens {
  readonly user: UserRow
}

/**
 * Signs in with email and password, and sets both cookies; with a second factor, starts its check instead. Time and
 * error are the same for an unknown email and a wrong password.
 * @throws HttpError `rate_limited`, `invalid_credentials`; for callers who know the password also `account_inactive`,
 * `email_unverified`, `not_configured` if a code cannot be sent, and `conflict` if the account is being changed
 */
export async function signInWithPassword(
  c: RequestContext,
  email: string,
  password: string,
): Promise<SignedIn | Challenge> {
  const ip = clientAddress(c)
  const attempt = await takePasswordAttempt(c, email)
  const user = await findUserByEmail(c.var.db, email)
  const stored = user?.passwordHash
  const right = stored ? await verifyPassword(password, stored) : await pretendToVerifyPassword(password)
  const details = { email: normalizeEmail(email), ...(ip === null ? {} : { ip }) }
  if (!user || !right) {
    await failAttempt(c.var.db, attempt)
    await emit(c, 'auth:login', { ...details, actor: null })
    throw new HttpError('invalid_credentials')
  }
  if (!user.isActive) {
    await forgiveStatement(c.var.db, attempt)
    throw new HttpError('account_inactive', t('This account has been deactivated.'))
  }
  if (!user.emailVerified && settingsOf(c, settings).requireVerifiedEmail) {
    await forgiveStatement(c.var.db, attempt)
    throw new HttpError('email_unverified', t('First open the link in the email that was sent to this address.'))
  }
  const renewed = stored && isOutdatedHash(stored) ? await hashPassword(password) : stored
  const forgiven = forgiveStatement(c.var.db, attempt)
  const rehash = c.var.db.update(users).set({ passwordHash: renewed }).where(eq(users.id, user.id))
  const also = renewed === stored ? ([forgiven] as const) : ([forgiven, rehash] as const)
  return continueSignIn(c, user, also)
}

/**
 * Signs in a user who has passed the first factor, and sets both cookies; with a second factor, starts its check
 * instead.
 * @param also statements for the same transaction
 * @param onlyIf a condition that must still hold in the database, such as that the link that proved the identity has
 * not been invalidated. Default: none
 * @throws HttpError `rate_limited`, `not_configured` if a code cannot be sent, `conflict` if the account is being
 * changed
 */
export async function continueSignIn(
  c: RequestContext,
  user: UserRow,
  also: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]],
  onlyIf?: SQL,
): Promise<SignedIn | Challenge> {
  if (user.secondFactor) {
    await c.var.db.batch(also)
    return challengeUser(c, user, onlyIf)
  }
  return signInAndTell(c, user, also, onlyIf)
}

/**
 * Completes a sign-in that requires a second factor, and sets both cookies. The code may be one that was sent, one of
 * the authenticator app, or a recovery code.
 * @throws HttpError `rate_limited`, `invalid_credentials`, `account_inactive`, `conflict` if the account is being
 * changed
 */
export async function signInWithCode(c: RequestContext, challengeToken: string, code: string): Promise<SignedIn> {
  const appUser = await userOfAppChallenge(c.var.db, challengeToken)
  return appUser === null
    ? signInWithSentCode(c, challengeToken, code)
    : signInWithAppCode(c, { challengeToken, code, userId: appUser })
}

interface AppCode {
  readonly challengeToken: string
  readonly code: string
  readonly userId: string
}

async function signInWithAppCode(c: RequestContext, { challengeToken, code, userId }: AppCode): Promise<SignedIn> {
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'app-code'), failuresOfApp(userId)])
  const proof = (await tryAppChallenge(db, challengeToken)) ? await redeemAppCode(c, userId, code) : null
  const user = proof === null ? undefined : await findUser(db, userId)
  if (!user) {
    await failAttempt(db, attempt)
    throw new HttpError(
      'invalid_credentials',
      t('The code is wrong, or has been used. Enter the next one that the app shows, or sign in again.'),
    )
  }
  if (!user.isActive) {
    await forgiveStatement(db, attempt)
    throw new HttpError('account_inactive', t('This account has been deactivated.'))
  }
  const left = proof === 'recovery' ? await countRecoveryCodes(db, userId) : null
  const notice = left === null ? null : await prepareSignInNotice(c, user, { kind: 'recovery-used', left })
  const also = [forgiveStatement(db, attempt), ...(await closeAppChallenge(db, challengeToken))]
  const onlyIf = await isStillGood(db, challengeToken)
  const signedIn = await signInAndTell(c, user, notice ? [...also, notice.statement] : also, onlyIf)
  notice?.sendSoon()
  return signedIn
}

async function signInWithSentCode(c: RequestContext, challengeToken: string, code: string): Promise<SignedIn> {
  const attempt = await takeAttempt(c.var.db, [failuresFrom(c, 'code')])
  const userId = await redeemCode(c.var.db, challengeToken, code)
  const user = userId === null ? undefined : await findUser(c.var.db, userId)
  if (!user) {
    await failAttempt(c.var.db, attempt)
    throw new HttpError('invalid_credentials', t('The code is wrong, or has been used, or has expired. Sign in again.'))
  }
  if (!user.isActive) throw new HttpError('account_inactive', t('This account has been deactivated.'))
  return signInAndTell(c, user, [forgiveStatement(c.var.db, attempt)], await isStillGood(c.var.db, challengeToken))
}

/**
 * Signs in a user who has passed all factors, sets both cookies, and runs the hooks that listen to sign-ins.
 * @param onlyIf as in `continueSignIn`
 * @throws HttpError as `signIn` does
 */
export async function signInAndTell(
  c: RequestContext,
  user: UserRow,
  also: readonly BatchItem<'sqlite'>[],
  onlyIf?: SQL,
): Promise<SignedIn> {
  const ip = clientAddress(c)
  const signedIn = await signIn(c, user, also, onlyIf)
  await emit(c, 'auth:login', { email: user.email, ...(ip === null ? {} : { ip }), actor: user.id, id: user.id })
  return signedIn
}

/**
 * Opens a session for a user whose identity is proven, and sets both cookies. Every method of sign-in uses this
 * function.
 * @param also statements for the same transaction
 * @param onlyIf as in `continueSignIn`
 * @throws HttpError `conflict` if the account has changed since it was read
 */
export async function signIn(
  c: RequestContext,
  user: UserRow,
  also: readonly BatchItem<'sqlite'>[] = [],
  onlyIf?: SQL,
): Promise<SignedIn> {
  const tokens = await openSession(c, user, also, onlyIf)
  setAuthCookies(c, tokens)
  return { ...tokens, user }
}

/**
 * Opens a session for a user without setting cookies, for tokens that are given to somebody other than the caller.
 * @throws HttpError `conflict` if the account has changed since it was read
 */
export async function openSession(
  c: RequestContext,
  user: UserRow,
  also: readonly BatchItem<'sqlite'>[] = [],
  onlyIf?: SQL,
): Promise<Tokens> {
  const { refreshExpiration, sessionLifetime } = settingsOf(c, settings)
  const lifetime = Math.min(refreshExpiration, sessionLifetime)
  const { session, statements } = await newSession(c.var.db, user, { lifetime, origin: originOf(c) })
  await batchUnlessChanged(c, { account: user, ...(onlyIf && { onlyIf }) }, [...statements, ...also])
  return tokensOf(c, session)
}

/**
 * Exchanges a refresh token for new tokens, and sets both cookies.
 * @throws HttpError `refresh_token_reused` for a token that was used before and no longer returns its successor (its
 * session is revoked); `invalid_token` for an unknown, revoked or expired one
 */
export async function refresh(c: RequestContext, refreshToken: string): Promise<Tokens> {
  const { refreshExpiration: lifetime, sessionLifetime: longest } = settingsOf(c, settings)
  const rotation = await rotateSession(c.var.db, refreshToken, { lifetime, longest })
  if (typeof rotation === 'object') {
    const tokens = await tokensOf(c, rotation)
    setAuthCookies(c, tokens)
    return tokens
  }
  clearAuthCookies(c)
  if (rotation === 'unknown')
    throw new HttpError('invalid_token', t('The refresh token is unknown, revoked or expired.'))
  log(c, 'warn', { type: 'refresh_reused', ip: clientAddress(c) })
  throw new HttpError(
    'refresh_token_reused',
    t('This refresh token has already been used. The session has been ended.'),
  )
}

/**
 * Ends the session of the caller's access token and that of the refresh token, and clears the cookies. The browser also
 * clears its cache and storage for this site.
 */
export async function signOut(c: RequestContext, refreshToken: string | undefined): Promise<void> {
  clearAuthCookies(c)
  c.header('Clear-Site-Data', '"cache", "storage"') // cached pages belong to the person who signs out
  const { user } = c.var
  const isEnded = user?.sessionId ? await revokeSession(c.var.db, user.sessionId) : false
  const credential = credentialOf(c)
  if (credential) await forgetAccessToken(c, credential.token)
  const owner = refreshToken === undefined ? undefined : await revokeByRefreshToken(c.var.db, refreshToken)
  const actor = isEnded ? user?.id : owner
  if (actor !== undefined) await emit(c, 'auth:logout', { actor, id: actor })
}

async function tokensOf(c: RequestContext, { id, user, refreshToken }: OpenSession): Promise<Tokens> {
  const { tokenExpiration } = settingsOf(c, settings)
  const token = await signAccessToken(c, { userId: user.id, email: user.email, role: user.role, sid: id })
  return { token, refreshToken, expiresIn: tokenExpiration }
}

function originOf(c: RequestContext): Origin {
  if (!settingsOf(c, settings).sessionTracking) return { ipAddress: null, userAgent: null, place: null }
  const userAgent = c.req.header('user-agent')?.slice(0, 500) ?? null
  return { ipAddress: clientAddress(c), userAgent, place: placeOf(c) }
}

/** Returns the city and the country that Cloudflare adds to the request; `null` if it adds neither. */
function placeOf(c: RequestContext): string | null {
  const { city, country } = (c.req.raw as { readonly cf?: Readonly<Record<string, unknown>> }).cf ?? {}
  const known = [city, country].filter((part) => typeof part === 'string' && part !== '')
  return known.length === 0 ? null : known.join(', ').slice(0, 200)
}
