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
import type { ApiTokenObject, TypedToken } from '../token-objects.ts'
import { type SessionsProps, sessionsPage } from './sessions-page.tsx'
import { tokensPage } from './tokens-page.tsx'

export function showSessions(c: RequestContext, props: SessionsProps) {
  return show(c, t('Sessions'), sessionsPage(props), 200)
}

interface TokensShown {
  readonly tokens: readonly ApiTokenObject[]
  /** The filter. */
  readonly email?: string | undefined
  readonly done?: 'revoked' | undefined
  readonly made?: ApiTokenObject & { readonly token: string }
  readonly typed?: TypedToken
  readonly problem?: HttpError
}

export function showTokens(c: RequestContext, shown: TokensShown, status: 200 | RefusedStatus = 200) {
  const { tokens, email, done, made, typed, problem } = shown
  const isAdmin = c.var.user?.role === 'admin'
  const held = permissionsOf(c, c.var.user?.role ?? '')
  const offered = isAdmin ? Object.values(manifestOf(c).roles).flat() : held
  const scopes = [...new Set([...offered, ...expandPermissions(held, manifestOf(c).roles)])].sort()
  const content = tokensPage({ tokens, scopes, isAdmin, email, done, made, typed, problem })
  return show(c, t('API tokens'), content, status)
}

function show(c: RequestContext, title: string, content: Content, status: 200 | RefusedStatus) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title, status })
}
