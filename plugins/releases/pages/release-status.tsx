/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, StatusBadge, Time, t } from 'lintel/ui'
import type { Release } from '../release-objects.ts'

/** Shows the status of a release, with its time. */
export function ReleaseStatus({ status, scheduledAt, publishedAt, failedAt }: Release) {
  const at = status === 'scheduled' ? scheduledAt : publishedAt
  return (
    <span class="inline-flex flex-wrap items-center gap-2">
      {failedAt === null ? <StatusBadge status={status} /> : <Badge kind="destructive">{t('not published')}</Badge>}
      {(at ?? failedAt) !== null && (
        <span class="text-sm text-muted-foreground">
          <Time at={at ?? failedAt} />
        </span>
      )}
    </span>
  )
}
