import { defineRoute } from '../../../config/route.ts'
import { readSystemStatus } from './system-status.ts'

/** How the service is: a fragment for htmx, JSON for programs. */
export const systemStatusRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/system-status',
  access: ['editor'],
  summary: 'The stores, the schema and the last deployment',
  handler: async (c) => {
    const status = await readSystemStatus(c)
    c.header('Cache-Control', 'no-store')
    if (c.req.header('hx-request') !== 'true') return c.json({ success: true, data: status })
    const { SystemStatusFragment } = await import('./system-status-fragment.tsx')
    return c.html(SystemStatusFragment(status))
  },
})
