import type { RequestContext } from '../../config/request.ts'
import { writeLog } from '../common/log.ts'
import { reportError } from './report-error.ts'

/** Time after which a response has left the isolate, in milliseconds: it is written at once where nobody works beside it. */
const GONE = 50

/**
 * Does work once the response has gone. Work that begins in the same turn as the response holds it up: where only some
 * callers cause it, such as a mail to an account that exists, its time would tell them apart. An error is logged with
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
