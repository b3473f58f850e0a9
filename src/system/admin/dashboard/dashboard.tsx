import type { Content } from '../../../config/pages.ts'
import type { RequestContext } from '../../../config/plugin.ts'
import { PageHeader } from '../../../ui/index.ts'
import { checkEverything } from '../../health.ts'
import { readStats } from './stats.ts'
import { StatsFragment } from './stats-fragment.tsx'
import { SystemStatusFragment } from './system-status-fragment.tsx'

/** Both parts are asked for again each minute while the page is open. */
export async function dashboard(c: RequestContext): Promise<Content> {
  const [stats, health] = await Promise.all([readStats(c), checkEverything(c)])
  return (
    <>
      <PageHeader title="Dashboard" />
      <div class="grid items-start gap-6 *:min-w-0 xl:grid-cols-[1fr_20rem]">
        <div hx-get="/admin/api/stats" hx-trigger="every 60s">
          <StatsFragment {...stats} />
        </div>
        <div hx-get="/admin/api/system-status" hx-trigger="every 60s">
          <SystemStatusFragment {...health} />
        </div>
      </div>
    </>
  )
}
