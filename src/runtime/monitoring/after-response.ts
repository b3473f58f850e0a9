import type { RequestContext } from '../../config/request.ts'
import { writeLog } from '../common/log.ts'
import { reportError } from './report-error.ts'

/** Milliseconds after which a response has certainly been sent if no other work is running. */
const GONE = 50

/**
 * Runs work once the response has been sent. Work that begins together with the response delays it. If only some
 * callers cause the work, such as an email to an existing account, the delay would reveal that. Errors are logged with
 * the id of the request, and reported.
 */
export function afterResponse(c: RequestContext, work: () => Promise<unknown>): void {
  const done = new Promise((resolve) => setTimeout(resolve, GONE)).then(work)
  c.executionCtx.waitUntil(done.catch((error: unknown) => noteFailure(c, error)))
}

function noteFailure(c: RequestContext, error: unknown): void {
  const requestId = c.get('requestId')
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'after-response', requestId, error: description })
  const failed = { env: c.env, execution: c.executionCtx, transaction: 'after the response', tags: { requestId } }
  reportError(error, failed)
}
