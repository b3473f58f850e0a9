import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { destinationsFor } from './destinations.ts'

/** What the command palette offers for what somebody has typed. */
export const goRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/go',
  access: ['editor'],
  summary: 'Pages, new documents and documents by what they are called',
  input: { query: z.strictObject({ q: z.string().max(200).default('') }) },
  handler: async (c, { query: { q } }) => {
    const groups = await destinationsFor(c, q)
    c.header('Cache-Control', 'no-store')
    if (c.req.header('hx-request') !== 'true') return c.json({ success: true, data: groups })
    const { DestinationList } = await import('./destination-list.tsx')
    return c.html(DestinationList({ groups }))
  },
})
