import { defineRoute } from '../../../config/plugin.ts'
import { checkEverything } from '../../health.ts'

/** How the service is: a fragment for htmx, JSON for programs. */
export const systemStatusRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/system-status',
  access: ['editor'],
  summary: 'The stores and the schema',
  handler: async (c) => {
    const health = await checkEverything(c)
    if (c.req.header('hx-request') !== 'true') return c.json({ success: true, data: health })
    const { SystemStatusFragment } = await import('./system-status-fragment.tsx')
    return c.html(SystemStatusFragment(health))
  },
})
