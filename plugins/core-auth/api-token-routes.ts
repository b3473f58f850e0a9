import { defineRoute } from 'lintel'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { revokeApiToken } from './api-tokens.ts'
import { makeToken } from './make-token.ts'
import { requireSession } from './require-session.ts'
import { filter, pagination, paging } from './responses.ts'
import { apiToken, madeToken, newToken } from './token-objects.ts'
import { visibleTokens } from './visible-tokens.ts'

/** Lists the caller's own tokens; for administrators those of everybody, or of one user. */
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
  returns: z.strictObject({ data: z.array(apiToken), pagination }),
  load: (c, { query }) => visibleTokens(c, query),
  page: () => import('./admin/tokens-page.tsx'),
})

export const createToken = defineRoute({
  method: 'POST',
  path: '/admin/auth/tokens',
  access: ['editor'],
  summary: 'Create an API token; only the response shows it',
  input: { body: newToken },
  returns: z.strictObject({ data: madeToken }),
  status: 201,
  problems: ['not_found', 'invalid_credentials', 'rate_limited', 'conflict'],
  act: async (c, { body }) => ({ data: await makeToken(c, body) }),
  page: async () => (await import('./admin/tokens-page.tsx')).madePage,
  again: listTokens,
})

export const revokeToken = defineRoute({
  method: 'DELETE',
  path: '/admin/auth/tokens/:id',
  access: ['editor'],
  summary: 'Revoke an API token',
  returns: z.strictObject({ data: z.strictObject({ id: z.string() }) }),
  problems: ['not_found'],
  act: async (c, { params }) => {
    await revoke(c, params.id)
    return { data: { id: params.id } }
  },
})

export const submitRevokeToken = defineRoute({
  method: 'POST',
  path: '/admin/auth/tokens/:id/revoke',
  access: ['editor'],
  summary: 'Revoke an API token with a form',
  problems: ['not_found'],
  act: (c, { params }) => revoke(c, params.id),
  to: '/admin/auth/tokens?done=revoked',
})

/**
 * Revokes a token that the caller may revoke.
 * @throws HttpError `not_found`, `forbidden`
 */
async function revoke(c: RequestContext, id: string): Promise<void> {
  const { userId } = requireSession(c)
  if (await revokeApiToken(c.var.db, id, c.var.user?.role === 'admin' ? null : userId)) return
  throw new HttpError('not_found', t('There is no such token.'))
}
