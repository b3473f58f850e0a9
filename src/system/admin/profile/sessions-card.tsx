/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, Card, Time, t } from '../../../ui/index.ts'
import { addressOf, type Listed, ListPager, type Pages } from './listed.tsx'

export interface Session {
  readonly id: string
  readonly lastSeenAt: string
  readonly name: string
  readonly place: string | null
  readonly ipAddress: string | null
  readonly current: boolean
}

/** Card with the sessions of the account; all but the current one can be ended. */
export function Sessions({ sessions, pages }: { sessions: Listed<Session>; pages: Pages }) {
  return (
    <Card title={t('Where you are signed in')}>
      <div class="grid gap-6">
        <ul class="grid gap-4 text-sm">
          {sessions.data.map(({ id, name, place, lastSeenAt, ipAddress, current }) => (
            <li class="flex flex-wrap items-center justify-between gap-2">
              <div class="min-w-0">
                <div class="font-medium">{name}</div>
                <div class="text-muted-foreground">
                  {place !== null && `${place} · `}
                  {ipAddress ?? t('unknown address')} · {t('last seen')} <Time at={lastSeenAt} />
                </div>
              </div>
              {current ? (
                <Badge>{t('this session')}</Badge>
              ) : (
                <form method="post" action={`/admin/profile/sessions/${id}/end`}>
                  <button type="submit" class="btn" data-variant="outline" aria-label={t('Sign out {name}', { name })}>
                    {t('Sign out')}
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
        {sessions.pagination.total > 1 && (
          <form method="post" action="/admin/profile/sessions/end-others">
            <button type="submit" class="btn" data-variant="outline" data-confirm={t('Sign out everywhere but here?')}>
              {t('Sign out everywhere else')}
            </button>
          </form>
        )}
        <ListPager {...sessions.pagination} address={(page) => addressOf({ ...pages, sessions: page })} />
      </div>
    </Card>
  )
}
