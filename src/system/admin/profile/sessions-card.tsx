/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, Card, Time, t } from '../../../ui/index.ts'
import { Submit } from './form-parts.tsx'
import { addressOf, type Listed, ListPager, type Pages } from './listed.tsx'

export interface Session {
  readonly id: string
  readonly lastSeenAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly current: boolean
}

/** The sessions of the account; all but this one can be ended. */
export function Sessions({ sessions, pages }: { sessions: Listed<Session>; pages: Pages }) {
  return (
    <Card title={t('Where you are signed in')}>
      <div class="grid gap-6">
        <ul class="grid gap-4 text-sm">
          {sessions.data.map(({ id, lastSeenAt, ipAddress, userAgent, current }) => (
            <li class="flex flex-wrap items-center justify-between gap-2">
              <div class="min-w-0">
                <div class="truncate">{userAgent ?? t('Unknown program')}</div>
                <div class="text-muted-foreground">
                  {ipAddress ?? t('unknown address')} · {t('last seen')} <Time at={lastSeenAt} />
                </div>
              </div>
              {current ? (
                <Badge>{t('this session')}</Badge>
              ) : (
                <form method="post" action={`/admin/profile/sessions/${id}/end`}>
                  <Submit variant="outline">{t('End')}</Submit>
                </form>
              )}
            </li>
          ))}
        </ul>
        <ListPager {...sessions.pagination} address={(page) => addressOf({ ...pages, sessions: page })} />
      </div>
    </Card>
  )
}
