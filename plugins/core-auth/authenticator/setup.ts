import { eq } from 'drizzle-orm'
import {
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  manifestOf,
  type RequestContext,
  sealFor,
  t,
  takeAttempt,
  users,
} from 'lintel/kit'
import { failuresFrom } from '../limits.ts'
import { withMail } from '../mailer.ts'
import { prepareSignInNotice } from '../notices.ts'
import { forgetTokens, spendOnce } from '../one-time-tokens.ts'
import { requireProof } from '../prove-again.ts'
import { requireSession } from '../require-session.ts'
import { reliedOn } from '../unless-changed.ts'
import { findUser, type UserRow } from '../users.ts'
import { appStatements, hasApp, ifApp } from './app.ts'
import { fromBase32, toBase32 } from './base32.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, periodOfCode, totpAddress } from './totp.ts'

/** Time within which a new secret must be confirmed, in minutes. */
const SETUP_MINUTES = 15

const { seal, unseal } = sealFor('lintel authenticator setup 1')

export interface AppSetup {
  /** The secret in Base32, for an app that cannot read the QR code. */
  readonly secret: string
  /** The address in the QR code. */
  readonly uri: string
  /** The secret, encrypted for this session. The client sends it back with the first code; it works once. */
  readonly setup: string
}

/**
 * Makes a secret for an authenticator app. Nothing is stored until a code of the app confirms it.
 * @throws HttpError as `requireProof` does
 */
export async function beginSetup(c: RequestContext, password: string | undefined): Promise<AppSetup> {
  const user = await requireCaller(c)
  await requireProof(c, password)
  const secret = toBase32(newTotpSecret())
  const endsAt = Date.now() + SETUP_MINUTES * 60_000
  return {
    secret,
    uri: totpAddress(secret, manifestOf(c).name, user.email),
    setup: await seal(c, boundTo(c), `${endsAt}.${secret}`),
  }
}

/**
 * Turns on an authenticator app, confirmed by its first code. It replaces codes by email or an earlier app.
 * @returns the recovery codes, which are shown only this once
 * @throws HttpError `invalid_token` if the setup has expired or was used, `validation_failed` for a wrong code,
 * `rate_limited`, `conflict` if the account is being changed
 */
export async function confirmSetup(c: RequestContext, setup: string, code: string): Promise<readonly string[]> {
  const user = await requireCaller(c)
  const secret = await secretIn(c, setup)
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'app-setup')])
  const period = await periodOfCode(fromBase32(secret), code, Date.now())
  if (period === null) {
    await failAttempt(db, attempt)
    const message = t('The code is wrong. Check that the clock of the device is right, and enter the next code.')
    throw new HttpError('validation_failed', message, { errors: [{ path: 'code', code: 'invalid', message }] })
  }
  const spent = { purpose: 'app-setup', secret, userId: user.id, lifetime: SETUP_MINUTES * 60 } as const
  if (!(await spendOnce(db, spent))) {
    await forgiveStatement(db, attempt)
    throw expired()
  }
  const { codes, statements } = await newRecoveryCodes(db, user.id)
  const change = [
    ...(await appStatements(c, user.id, secret, period)),
    db.update(users).set({ secondFactor: true, updatedAt: Date.now() }).where(eq(users.id, user.id)),
    forgetTokens(db, user.id, ['sign-in', 'sign-in-app']),
    ...statements,
    forgiveStatement(db, attempt),
  ] as const
  await withMail(c, change, await prepareSignInNotice(c, user, { kind: 'app-on' }), reliedOn(c, user))
  const [before, after] = [{ secondFactor: user.secondFactor }, { secondFactor: true }]
  await emit(c, 'user:update', { id: user.id, before, after })
  return codes
}

/**
 * Makes new recovery codes, which replace the former ones.
 * @throws HttpError `conflict` without an authenticator app, or if the account is being changed; and as `requireProof`
 * does
 */
export async function renewRecoveryCodes(c: RequestContext, password: string | undefined): Promise<readonly string[]> {
  const user = await requireCaller(c)
  if (!(await hasApp(c.var.db, user.id))) {
    throw new HttpError('conflict', t('Recovery codes belong to an authenticator app: set one up first.'))
  }
  await requireProof(c, password)
  const { codes, statements } = await newRecoveryCodes(c.var.db, user.id)
  const relied = { ...reliedOn(c, user), onlyIf: ifApp(c.var.db, user.id, true) }
  await withMail(c, statements, await prepareSignInNotice(c, user, { kind: 'recovery-codes' }), relied)
  await emit(c, 'user:update', { id: user.id })
  return codes
}

async function requireCaller(c: RequestContext): Promise<UserRow> {
  const user = await findUser(c.var.db, requireSession(c).userId)
  if (!user) throw new HttpError('unauthenticated')
  return user
}

/**
 * Returns the secret in a setup.
 * @throws HttpError `invalid_token` for the setup of another session, or one that has expired
 */
async function secretIn(c: RequestContext, setup: string): Promise<string> {
  const opened = await unseal(c, boundTo(c), setup).catch(() => null)
  const [, endsAt = '0', secret = ''] = /^(\d+)\.([A-Z2-7]{32})$/.exec(opened ?? '') ?? []
  if (opened !== setup && Number(endsAt) > Date.now()) return secret
  throw expired()
}

function boundTo(c: RequestContext): string {
  const { userId, sessionId } = requireSession(c)
  return `${userId}:${sessionId}`
}

function expired(): HttpError {
  return new HttpError('invalid_token', t('This setup has expired, or was used. Start again.'))
}
