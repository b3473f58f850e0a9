import * as z from 'zod'
import { defineRoute } from '../../config/route.ts'
import { isPageRequest, t } from '../../runtime/kit.ts'
import { auditEntry, auditQuery, readAuditLog } from './entries.ts'

export const auditRoute = defineRoute({
  method: 'GET',
  path: '/admin/audit',
  access: ['admin'],
  summary: 'The audit log: who changed what, newest first',
  input: { query: auditQuery },
  responses: {
    200: z.strictObject({
      success: z.literal(true),
      data: z.array(auditEntry),
      pagination: z.strictObject({ limit: z.int(), hasNext: z.boolean(), nextCursor: z.string().nullable() }),
    }),
  },
  handler: async (c, { query }) => {
    const { entries, pagination } = await readAuditLog(c, query)
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c) && c.req.header('hx-request') === undefined) {
      return c.json({ success: true, data: entries, pagination })
    }
    const { auditPage } = await import('./page.tsx')
    return c.render(auditPage(query, { entries, pagination }), { title: t('Audit log') })
  },
})
