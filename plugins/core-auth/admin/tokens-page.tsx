/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import { expandPermissions, manifestOf, permissionsOf, type RequestContext } from 'lintel/kit'
import { Alert, Badge, Card, EmptyState, PageHeader, Pager, Table, Time, t } from 'lintel/ui'
import { isFresh } from '../prove-again.ts'
import type { ApiTokenObject, MadeToken } from '../token-objects.ts'
import { visibleTokens } from '../visible-tokens.ts'
import { EmailFilter } from './email-filter.tsx'
import { type ListQuery, listAddress } from './list-address.ts'
import { TokenForm } from './token-form.tsx'

interface Found {
  readonly data: readonly ApiTokenObject[]
  readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
}

interface Query extends ListQuery {
  readonly done?: 'revoked' | undefined
}

/** Page of the API tokens: the caller's own, or everybody's for administrators. */
export default function tokensPage(c: RequestContext, { result, query, refused }: Shown<Found, Query>): Promise<Page> {
  return pageOf(c, result, { query, refused, made: null })
}

/** Page of the API tokens after a token was created. The token is shown only this once. */
export async function madePage(c: RequestContext, { result }: Shown<{ readonly data: MadeToken }>): Promise<Page> {
  const query = { page: 1, limit: 20 }
  return pageOf(c, await visibleTokens(c, query), { query, refused: null, made: result.data })
}

interface More {
  readonly query: Query
  readonly refused: Refused | null
  readonly made: MadeToken | null
}

async function pageOf(
  c: RequestContext,
  { data: tokens, pagination }: Found,
  { query, refused, made }: More,
): Promise<Page> {
  const { page, totalPages } = pagination
  const isAdmin = c.var.user?.role === 'admin'
  const needsPassword = !(await isFresh(c))
  const content = (
    <>
      <PageHeader
        title={t('API tokens')}
        description={t(
          'For programs that act on behalf of an account. A token never has more permissions than the role of its owner.',
        )}
      />
      {query.done && <Alert kind="success" title={t('The token has been revoked')} />}
      {made && (
        <Alert kind="note" title={t('Copy the token now: it is not shown again')}>
          <code class="wrap-anywhere select-all">{made.token}</code>
        </Alert>
      )}
      {isAdmin && <EmailFilter action="/admin/auth/tokens" email={query.email} />}
      {tokens.length === 0 ? (
        <EmptyState icon="key-round" title={t('No tokens')}>
          {t('Create one below for each program, with no more permissions than it needs.')}
        </EmptyState>
      ) : (
        <Card>
          <Tokens tokens={tokens} isAdmin={isAdmin} />
        </Card>
      )}
      <Pager
        previous={page > 1 ? listAddress('/admin/auth/tokens', query, page - 1) : null}
        next={page < totalPages ? listAddress('/admin/auth/tokens', query, page + 1) : null}
        position={t('Page {page} of {pages}', { page, pages: totalPages })}
      />
      <Card title={t('New token')}>
        <TokenForm scopes={offeredTo(c)} isAdmin={isAdmin} needsPassword={needsPassword} refused={refused} />
      </Card>
    </>
  )
  return { title: t('API tokens'), content }
}

/**
 * Returns the permissions that can be selected. An administrator may select all, since they create tokens for others,
 * too.
 */
function offeredTo(c: RequestContext): string[] {
  const role = c.var.user?.role ?? ''
  const { roles } = manifestOf(c)
  const permissions = permissionsOf(c, role)
  const offered = role === 'admin' ? Object.values(roles).flat() : permissions
  return [...new Set([...offered, ...expandPermissions(permissions, roles)])].sort()
}

function Tokens({ tokens, isAdmin }: { tokens: readonly ApiTokenObject[]; isAdmin: boolean }) {
  return (
    <Table
      label={t('API tokens')}
      columns={[
        t('Name'),
        ...(isAdmin ? [t('Owner')] : []),
        t('Permissions'),
        t('Created'),
        t('Last used'),
        t('Ends'),
        { label: t('Change'), silent: true },
      ]}
    >
      {tokens.map(({ id, name, email, scopes, createdAt, lastUsedAt, expiresAt }) => (
        <tr>
          <td class="font-medium">{name}</td>
          {isAdmin && <td>{email}</td>}
          <td class="min-w-40 whitespace-normal">
            <span class="flex flex-wrap gap-1">
              {scopes.map((scope) => (
                <Badge>{scope}</Badge>
              ))}
            </span>
          </td>
          {[createdAt, lastUsedAt].map((at) => (
            <td class="whitespace-nowrap">
              <Time at={at} />
            </td>
          ))}
          <td class="whitespace-nowrap">{expiresAt === null ? t('never') : <Time at={expiresAt} />}</td>
          <td class="text-right">
            <form method="post" action={`/admin/auth/tokens/${id}/revoke`}>
              <button
                type="submit"
                class="btn"
                data-variant="outline"
                data-size="sm"
                data-confirm={t('Revoke {name}? Programs that use it will stop working.', { name })}
                aria-label={t('Revoke {name}', { name })}
              >
                {t('Revoke')}
              </button>
            </form>
          </td>
        </tr>
      ))}
    </Table>
  )
}
