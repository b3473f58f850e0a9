/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { RequestContext } from '../../../config/request.ts'
import type { Content } from '../../../ground/content.ts'
import { PageHeader, t } from '../../../ui/index.ts'
import { DEFAULT_DAYS, daysQuery } from './days.ts'
import { readStats } from './stats.ts'
import { StatsFragment } from './stats-fragment.tsx'
import { readSystemStatus } from './system-status.ts'
import { SystemStatusFragment } from './system-status-fragment.tsx'

/**
 * Page with figures of the content and the state of the service. Both parts are refreshed every minute while the page
 * is open.
 */
export async function statistics(c: RequestContext): Promise<Content> {
  const days = daysQuery.safeParse(c.req.query('days')).data ?? DEFAULT_DAYS
  const [stats, status] = await Promise.all([readStats(c, days), readSystemStatus(c)])
  return (
    <>
      <PageHeader title={t('Statistics')} />
      <div class="grid items-start gap-6 *:min-w-0 xl:grid-cols-[1fr_20rem]">
        <div hx-get={`/admin/api/stats?days=${days}`} hx-trigger="every 60s">
          <StatsFragment stats={stats} days={days} />
        </div>
        <div hx-get="/admin/api/system-status" hx-trigger="every 60s">
          <SystemStatusFragment {...status} />
        </div>
      </div>
    </>
  )
}
