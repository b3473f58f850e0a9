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
  load: async (c) => withHealthHeaders(c, await checkDatabase(c)),
})

/** Route of the health check. Unlike responses of the API, its body has no `success`. */
export const healthRoute = defineRoute({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'State of each part of the service',
  responses: { 200: fullHealth, 503: fullHealth },
  handler: async (c) => c.json(withHealthHeaders(c, await checkEverything(c))),
})

/** Sets the HTTP status 503 for an error, because many monitors check only the status, and prevents caching. */
function withHealthHeaders<Report extends Health>(c: RequestContext, report: Report): Report {
  if (report.status === 'error') c.status(503)
  c.header('Cache-Control', 'no-store')
  return report
}
