import type { RequestTrace } from '../../config/request-trace.ts'
import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { countRequest, isCounted } from '../monitoring/analytics.ts'
import { serverTiming } from '../monitoring/server-timing.ts'

/**
 * Makes the function that, once the response is ready, sets `Server-Timing`, writes a data point to `ANALYTICS` if
 * bound, and passes a trace to plugins that observe requests.
 */
export function monitoring(runtime: Runtime): (c: AppContext, outgoing: Outgoing) => Promise<void> {
  const tracers = runtime.plugins.filter((name) => runtime.program.plugins[name]?.operations?.trace !== undefined)
  return async (c, outgoing) => {
    const isTold = saysTimings(runtime, c)
    if (!isTold && tracers.length === 0 && !isCounted(c)) return
    const trace = traceOf(c, outgoing)
    if (isTold) outgoing.headers.set('Server-Timing', serverTiming(trace))
    countRequest(c, trace)
    for (const name of tracers) await report(runtime, c, name, trace)
  }
}

/**
 * Tells whether a response includes durations. Durations could reveal what exists, so by default, only administrators
 * receive them outside development.
 */
function saysTimings({ environment }: Runtime, c: AppContext): boolean {
  if (environment.serverTiming === 'all') return true
  return environment.serverTiming === 'admins' && c.get('user')?.role === 'admin'
}

function traceOf(c: AppContext, { status, headers: responseHeaders }: Outgoing): RequestTrace {
  const startedAt = c.get('startedAt')
  const headers = c.get('requestHeaders')
  return {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: c.get('route')?.path ?? null,
    status,
    startedAt,
    durationMs: Date.now() - startedAt,
    cacheStatus: responseHeaders.get('X-Cache-Status'),
    traceparent: headers.traceparent ?? null,
    parts: [...c.get('database').timings].sort((a, b) => a.startedAt - b.startedAt),
  }
}

/** Passes a trace to a plugin. A failure of the plugin does not affect the response. */
async function report({ activity, program }: Runtime, c: AppContext, name: string, trace: RequestTrace): Promise<void> {
  try {
    if (await activity.isActive(name)) program.plugins[name]?.operations?.trace?.(trace, asRequestContext(c))
  } catch (error) {
    writeLog('error', { type: 'trace', plugin: name, requestId: trace.requestId, error: String(error) })
  }
}
