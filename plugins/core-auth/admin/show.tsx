/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import {
  expandPermissions,
  type HttpError,
  manifestOf,
  permissionsOf,
  type RefusedStatus,
  type RequestContext,
} from 'lintel/kit'
import { t } from 'lintel/ui'
import { isFresh } from '../prove-again.ts'
import type { ApiTokenObject, TypedToken } from '../token-objects.ts'
import { type SessionsProps, sessionsPage } from './sessions-page.tsx'
import { type TokensList, tokensPage } from './tokens-page.tsx'

export function showSessions(c: RequestContext, props: SessionsProps) {
  return show(c, t('Sessions'), sessionsPage(props), 200)
}

interface TokensShown extends TokensList {
  readonly done?: 'revoked' | undefined
  readonly made?: ApiTokenObject & { readonly token: string }
  readonly typed?: TypedToken
  readonly problem?: HttpError
}

export async function showTokens(c: RequestContext, shown: TokensShown, status: 200 | RefusedStatus = 200) {
  const { query, tokens, pagination, done, made, typed, problem } = shown
  const isAdmin = c.var.user?.role === 'admin'
  const held = permissionsOf(c, c.var.user?.role ?? '')
  const offered = isAdmin ? Object.values(manifestOf(c).roles).flat() : held
  const scopes = [...new Set([...offered, ...expandPermissions(held, manifestOf(c).roles)])].sort()
  const form = { scopes, isAdmin, needsPassword: !(await isFresh(c)), typed, problem }
  const content = tokensPage({ list: { query, tokens, pagination }, form, done, made })
  return show(c, t('API tokens'), content, status)
}

function show(c: RequestContext, title: string, content: Content, status: 200 | RefusedStatus) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title, status })
}
