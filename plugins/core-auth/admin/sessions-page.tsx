/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Badge, Card, EmptyState, PageHeader, Pager, Table, Time, t, tn } from 'lintel/ui'
import type { AdminSession } from '../session-objects.ts'
import { EmailFilter } from './email-filter.tsx'
import { type ListQuery, listAddress } from './list-address.ts'

interface Found {
  readonly data: readonly AdminSession[]
  readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
}

interface Query extends ListQuery {
  readonly done?: 'ended' | undefined
}

/** Page of the open sessions, with buttons that end all of them but the caller's own. */
export default function sessionsPage(_c: RequestContext, { result, query }: Shown<Found, Query>): Page {
  const { data: sessions, pagination } = result
  const { page, total, totalPages } = pagination
  const content = (
    <>
      <PageHeader
        title={t('Sessions')}
        description={tn(total, '{count} session is open', '{count} sessions are open')}
      />
      {query.done && <Alert kind="success" title={t('The session has ended')} />}
      <EmailFilter action="/admin/auth/sessions" email={query.email} />
      {sessions.length === 0 ? (
        <EmptyState icon="monitor" title={t('No sessions')}>
          {t('Nobody who matches the filter is signed in.')}
        </EmptyState>
      ) : (
        <Card>
          <Sessions sessions={sessions} />
        </Card>
      )}
      <Pager
        previous={page > 1 ? listAddress('/admin/auth/sessions', query, page - 1) : null}
        next={page < totalPages ? listAddress('/admin/auth/sessions', query, page + 1) : null}
        position={t('Page {page} of {pages}', { page, pages: totalPages })}
      />
    </>
  )
  return { title: t('Sessions'), content }
}

function Sessions({ sessions }: { sessions: readonly AdminSession[] }) {
  return (
    <Table
      label={t('Sessions')}
      columns={[t('User'), t('Where'), t('Started'), t('Last seen'), t('Ends'), { label: t('Change'), silent: true }]}
    >
      {sessions.map(
        ({ id, userId, email, name, place, userAgent, ipAddress, createdAt, lastSeenAt, expiresAt, current }) => (
          <tr>
            <td>
              <a class="font-medium hover:underline" href={`/admin/users/${userId}`}>
                {email}
              </a>
            </td>
            <td class="max-w-72">
              <div class="truncate" title={userAgent ?? undefined}>
                {name}
              </div>
              <div class="text-xs text-muted-foreground">
                {[place, ipAddress ?? t('unknown address')].filter(Boolean).join(' · ')}
              </div>
            </td>
            {[createdAt, lastSeenAt, expiresAt].map((at) => (
              <td class="whitespace-nowrap">
                <Time at={at} />
              </td>
            ))}
            <td class="text-right">
              {current ? (
                <Badge>{t('this session')}</Badge>
              ) : (
                <form method="post" action={`/admin/auth/sessions/${id}/end`}>
                  <button
                    type="submit"
                    class="btn"
                    data-variant="outline"
                    data-size="sm"
                    aria-label={t('End the session of {email}', { email })}
                  >
                    {t('End')}
                  </button>
                </form>
              )}
            </td>
          </tr>
        ),
      )}
    </Table>
  )
}
