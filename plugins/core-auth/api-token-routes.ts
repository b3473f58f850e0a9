import { defineRoute } from 'lintel'
import {
  answerForm,
  checkValue,
  findService,
  HttpError,
  isPageRequest,
  message,
  PASSWORD_LENGTH,
  type RequestContext,
  t,
} from 'lintel/kit'
import * as z from 'zod'
import { type ApiTokenRow, createApiToken, listApiTokens, revokeApiToken, type TokensAsked } from './api-tokens.ts'
import { requireProof } from './prove-again.ts'
import { requireSession } from './require-session.ts'
import { filter, pagination, paginationOf, paging, succeeded } from './responses.ts'
import { type ApiTokenObject, apiToken, type TypedToken, tokenForm } from './token-objects.ts'
import { findUser, findUserByEmail } from './users.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./admin/show.tsx')

const scope = z
  .string()
  .max(100)
  .regex(/^(?:\*|[a-z][a-z0-9_-]*\.(?:\*|[a-z][a-z0-9_-]*))$/, {
    error: message('This must be a permission: <resource>.<action>, <resource>.* or *.'),
  })

const newToken = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scope).max(50),
  /** ISO 8601. */
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullish()
    .refine((text) => text == null || Date.parse(text) > Date.now(), { error: message('This must be in the future.') }),
  /** Whose token it is. Default: one's own; only administrators make them for others. */
  userId: z.string().max(100).optional(),
  password: z
    .string()
    .max(2 * PASSWORD_LENGTH.max)
    .optional()
    .meta({ description: "The caller's own; not needed within ten minutes of signing in." }),
})

/** One's own tokens; administrators see everybody's, or one user's. */
export const listTokens = defineRoute({
  method: 'GET',
  path: '/admin/auth/tokens',
  access: ['editor'],
  summary: 'List API tokens',
  input: {
    query: z.strictObject({
      userId: z.string().max(100).optional(),
      email: filter.meta({ description: "Part of the owner's email." }),
      done: z.literal('revoked').optional(),
      ...paging,
    }),
  },
  responses: { 200: succeeded(z.array(apiToken)).extend({ pagination }) },
  handler: async (c, { query: { done, ...query } }) => {
    const { tokens, pagination } = await tokensFor(c, query)
    if (isPageRequest(c)) return (await pages()).showTokens(c, { query, tokens, pagination, done })
    return c.json({ success: true, data: tokens, pagination })
  },
})

export const createToken = defineRoute({
  method: 'POST',
  path: '/admin/auth/tokens',
  access: ['editor'],
  summary: 'Make an API token; the answer is the only place that shows it',
  input: { json: newToken, form: tokenForm },
  responses: { 201: succeeded(apiToken.extend({ token: z.string() })) },
  problems: ['not_found', 'invalid_credentials', 'rate_limited'],
  handler: async (c, { json, form }) => {
    const answer = (made: Awaited<ReturnType<typeof makeToken>>) =>
      c.json({ success: true, data: made }, 201, { 'Cache-Control': 'no-store' })
    if (json) return answer(await makeToken(c, json))
    return answerForm(
      c,
      async () => {
        const made = await makeToken(c, await parseTokenForm(c, form))
        if (!isPageRequest(c)) return answer(made)
        return (await pages()).showTokens(c, { ...(await firstPage(c)), made })
      },
      async (problem, status) =>
        (await pages()).showTokens(c, { ...(await firstPage(c)), typed: form, problem }, status),
    )
  },
})

async function makeToken(c: RequestContext, given: z.output<typeof newToken>) {
  requireSession(c)
  const { name, scopes, userId = callerId(c) } = given
  if (userId !== callerId(c) && !isAdmin(c)) {
    throw new HttpError('forbidden', t('Only administrators can create tokens for others.'))
  }
  await requireProof(c, given.password)
  const owner = await findUser(c.var.db, userId)
  if (!owner) throw new HttpError('not_found', t('There is no such user.'))
  const expiresAt = given.expiresAt == null ? null : Date.parse(given.expiresAt)
  let sendSoon = () => {}
  const { token, row } = await createApiToken(c, owner, { name, scopes, expiresAt }, async (made) => {
    const mail = await prepareNotice(c, show({ ...made, email: owner.email }))
    if (mail) sendSoon = mail.sendSoon
    return mail ? [mail.statement] : []
  })
  sendSoon()
  return { ...show({ ...row, email: owner.email }), token }
}

/** Whoever has got into a session cannot make a lasting way in unseen: the mail is written with the token. */
async function prepareNotice(c: RequestContext, { userId, email, name, scopes, expiresAt }: ApiTokenObject) {
  const mailer = await findService(c, 'email')
  const madeBy = userId === callerId(c) ? undefined : c.var.user?.email
  return mailer?.prepare('token-made', {
    to: email,
    tokenName: name,
    scopes,
    expiresAt,
    ...(madeBy === undefined ? {} : { madeBy }),
    tokensUrl: '/admin/auth/tokens',
  })
}

/** @throws HttpError `validation_failed`, by the names of the form's fields */
async function parseTokenForm(c: RequestContext, form: TypedToken): Promise<z.output<typeof newToken>> {
  const { name, scopes, expiresAt, email, password } = form
  const owner = email === '' ? undefined : await findUserByEmail(c.var.db, email)
  const result = checkValue(newToken, {
    name,
    scopes,
    ...(expiresAt === '' ? {} : { expiresAt: `${expiresAt}T00:00:00Z` }),
    ...(owner === undefined ? {} : { userId: owner.id }),
    ...(password === '' ? {} : { password }),
  })
  const errors = [
    ...(result.success ? [] : result.errors).map(({ path, message }) => ({
      path: path.split('.')[0] ?? '',
      code: 'invalid',
      message,
    })),
    ...(email !== '' && !owner
      ? [{ path: 'email', code: 'unknown', message: t('This must be the email of an account.') }]
      : []),
  ]
  if (result.success && errors.length === 0) return result.data
  throw new HttpError('validation_failed', undefined, { errors })
}

export const revokeToken = defineRoute({
  method: 'DELETE',
  path: '/admin/auth/tokens/:id',
  access: ['editor'],
  summary: 'Revoke an API token',
  responses: { 200: succeeded(z.strictObject({ id: z.string() })) },
  problems: ['not_found'],
  handler: async (c) => c.json({ success: true, data: { id: await revoke(c) } }),
})

export const submitRevokeToken = defineRoute({
  method: 'POST',
  path: '/admin/auth/tokens/:id/revoke',
  access: ['editor'],
  summary: 'Revoke an API token, by a form',
  responses: { 303: null },
  problems: ['not_found'],
  handler: async (c) => {
    await revoke(c)
    return c.redirect('/admin/auth/tokens?done=revoked', 303)
  },
})

/** @throws HttpError `not_found`, `forbidden` */
async function revoke(c: RequestContext): Promise<string> {
  requireSession(c)
  const id = c.req.param('id') ?? ''
  if (await revokeApiToken(c.var.db, id, isAdmin(c) ? null : callerId(c))) return id
  throw new HttpError('not_found', t('There is no such token.'))
}

/** Everybody's to administrators, their own to others. */
async function tokensFor(c: RequestContext, asked: TokensAsked) {
  const { rows, total } = await listApiTokens(c.var.db, isAdmin(c) ? asked : { ...asked, userId: callerId(c) })
  return { tokens: rows.map(show), pagination: paginationOf(asked, total) }
}

async function firstPage(c: RequestContext) {
  const query = { page: 1, limit: 20 }
  return { query, ...(await tokensFor(c, query)) }
}

function show({ id, userId, email, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiTokenRow & { email: string }) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    id,
    userId,
    email,
    name,
    scopes: [...scopes],
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
  }
}

/** The routes' access lets nobody in who is nobody. */
function callerId(c: RequestContext): string {
  return c.var.user?.id ?? ''
}

function isAdmin(c: RequestContext): boolean {
  return c.var.user?.role === 'admin'
}
