import { defineRoute } from '../../../config/plugin.ts'
import { readStats } from './stats.ts'

/** The numbers of the dashboard: a fragment for htmx, JSON for programs. */
export const statsRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/stats',
  access: ['editor'],
  summary: 'Content by collection and status, what changed last and what is published next',
  handler: async (c) => {
    const stats = await readStats(c)
    if (c.req.header('hx-request') !== 'true') return c.json({ success: true, data: stats })
    const { StatsFragment } = await import('./stats-fragment.tsx')
    return c.html(StatsFragment(stats))
  },
})
