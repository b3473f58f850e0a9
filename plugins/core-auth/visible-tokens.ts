import type { RequestContext } from 'lintel/kit'
import { type ApiTokenRow, listApiTokens, type TokensAsked } from './api-tokens.ts'
import { paginationOf } from './responses.ts'
import type { ApiTokenObject } from './token-objects.ts'

/** Returns a page of the tokens that the caller may see: everybody's for administrators, their own for others. */
export async function visibleTokens(c: RequestContext, query: TokensAsked) {
  const { id = '', role } = c.var.user ?? {}
  const { rows, total } = await listApiTokens(c.var.db, role === 'admin' ? query : { ...query, userId: id })
  return { data: rows.map(tokenObject), pagination: paginationOf(query, total) }
}

export function tokenObject(row: ApiTokenRow & { readonly email: string }): ApiTokenObject {
  const { id, userId, email, name, scopes, createdAt, expiresAt, lastUsedAt } = row
  const iso = (time: number) => new Date(time).toISOString()
  return {
    id,
    userId,
    email,
    name,
    scopes: [...scopes],
    createdAt: iso(createdAt),
    expiresAt: expiresAt === null ? null : iso(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
  }
}
