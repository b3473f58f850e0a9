import type { Context } from 'hono'
import { readableAddress, readableHeaders } from '../access/readable.ts'
import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import type { AppContext, AppEnv, Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'

/** Makes middleware that logs one line per request, once the response is ready. */
export function loggingMiddleware(): Middleware {
  return afterwards(logRequest)
}

/** Logs one response like `loggingMiddleware`. */
export function logRequest(c: AppContext, { status }: Outgoing): void {
  writeLog(status >= 500 ? 'error' : 'info', {
    type: 'request',
    ...describeRequest(c),
    status,
    durationMs: Date.now() - c.get('startedAt'),
    headers: readableHeaders(c.get('requestHeaders')),
  })
}

/** Returns the properties of every log line about a request. */
export function describeRequest(c: Context<AppEnv>) {
  return {
    requestId: c.get('requestId'),
    method: c.req.method,
    url: readableAddress(c.req.url),
    userId: c.get('user')?.id ?? null,
    ip: c.get('requestHeaders')['cf-connecting-ip'] ?? null,
    userAgent: c.get('requestHeaders')['user-agent'] ?? null,
  }
}
