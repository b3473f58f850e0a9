import type { RequestContext } from '../config/request.ts'
import { defineRoute } from '../config/route.ts'
import { checkDatabase, checkEverything } from './health.ts'
import { fullHealth, type Health, health } from './health-object.ts'

export const apiHealthRoute = defineRoute({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'Whether the service works',
  returns: health,
  responses: { 503: health },
  load: async (c) => said(c, await checkDatabase(c)),
})

/** The contract gives its body no `success`. */
export const healthRoute = defineRoute({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'How each part of the service is',
  responses: { 200: fullHealth, 503: fullHealth },
  handler: async (c) => c.json(said(c, await checkEverything(c))),
})

/** The status says it, too, to whoever looks at nothing else; no cache does. */
function said<Report extends Health>(c: RequestContext, report: Report): Report {
  if (report.status === 'error') c.status(503)
  c.header('Cache-Control', 'no-store')
  return report
}
