import * as z from 'zod'
import { defineRoute } from '../../config/route.ts'
import { auditEntry, auditQuery, readAuditLog } from './entries.ts'

export const audit = defineRoute({
  method: 'GET',
  path: '/admin/audit',
  access: ['admin'],
  summary: 'The audit log: who changed what, newest first',
  input: { query: auditQuery },
  returns: z.strictObject({
    data: z.array(auditEntry),
    pagination: z.strictObject({ limit: z.int(), hasNext: z.boolean(), nextCursor: z.string().nullable() }),
  }),
  load: async (c, { query }) => {
    const { entries, pagination } = await readAuditLog(c, query)
    return { data: entries, pagination }
  },
  page: () => import('./page.tsx'),
})
