/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, Card, EmptyState, Time, t } from '../../../ui/index.ts'
import type { Activity } from './stats-object.ts'

/** List of the latest actions of users, with a link to the audit log. */
export function ActivityList({ activity }: { activity: readonly Activity[] }) {
  return (
    <Card
      title={t('Recent activity')}
      footer={
        <a href="/admin/audit" class="text-sm underline underline-offset-4">
          {t('Audit log')}
        </a>
      }
    >
      {activity.length === 0 ? (
        <EmptyState icon="history" title={t('Nothing yet')}>
          {t('Every change is listed here.')}
        </EmptyState>
      ) : (
        <ul class="divide-y">
          {activity.map(({ at, actor, action, collection, documentId }) => (
            <li class="flex items-center gap-3 py-2 text-sm">
              <Badge>{action}</Badge>
              <span class="w-0 grow truncate text-xs text-muted-foreground" title={documentId ?? undefined}>
                {collection}
              </span>
              <span class="min-w-0 truncate">{actor ?? t('not signed in')}</span>
              <span class="shrink-0 text-xs text-muted-foreground">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
