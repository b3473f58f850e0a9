/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { Alert, Badge, Card, EmptyState, PageHeader, Pager, Table, Time, t } from 'lintel/ui'
import type { ApiTokenObject } from '../token-objects.ts'
import { EmailFilter } from './email-filter.tsx'
import { listAddress } from './list-address.ts'
import { TokenForm, type TokenFormProps } from './token-form.tsx'

/** A page of the list, and what was asked for. */
export interface TokensList {
  readonly query: { readonly userId?: string | undefined; readonly email?: string | undefined; readonly limit: number }
  readonly tokens: readonly ApiTokenObject[]
  readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
}

interface TokensProps {
  readonly list: TokensList
  readonly form: TokenFormProps
  readonly done: 'revoked' | undefined
  /** A new token, shown this once. */
  readonly made: (ApiTokenObject & { readonly token: string }) | undefined
}

/** Tokens for programs: one's own, to administrators everybody's. */
export function tokensPage({ list: { query, tokens, pagination }, form, done, made }: TokensProps): Content {
  const { page, totalPages } = pagination
  return (
    <>
      <PageHeader
        title={t('API tokens')}
        description={t('For programs that act in the name of an account. A token never exceeds the role of its owner.')}
      />
      {done && <Alert kind="success" title={t('The token has been revoked')} />}
      {made && (
        <Alert kind="note" title={t('Copy the token now: it is not shown again')}>
          <code class="wrap-anywhere select-all">{made.token}</code>
        </Alert>
      )}
      {form.isAdmin && <EmailFilter action="/admin/auth/tokens" email={query.email} />}
      {tokens.length === 0 ? (
        <EmptyState icon="key-round" title={t('No tokens')}>
          {t('Create one below for each program, with no more permissions than it needs.')}
        </EmptyState>
      ) : (
        <Card>
          <Tokens tokens={tokens} isAdmin={form.isAdmin} />
        </Card>
      )}
      <Pager
        previous={page > 1 ? listAddress('/admin/auth/tokens', query, page - 1) : null}
        next={page < totalPages ? listAddress('/admin/auth/tokens', query, page + 1) : null}
        position={t('Page {page} of {pages}', { page, pages: totalPages })}
      />
      <Card title={t('New token')}>
        <TokenForm {...form} />
      </Card>
    </>
  )
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
