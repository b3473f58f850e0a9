import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { fullHealth } from '../../health-object.ts'
import { deployment } from './deployment.ts'
import { readSystemStatus } from './system-status.ts'

/** Route of the state of the service. */
export const systemStatusRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/system-status',
  access: ['editor'],
  summary: 'The stores, the schema and the last deployment',
  returns: z.strictObject({ data: fullHealth.extend({ deployment: deployment.nullable() }) }),
  load: async (c) => ({ data: await readSystemStatus(c) }),
  fragment: () => import('./system-status-fragment.tsx'),
})
