import type { RequestContext } from '../../config/request.ts'

/** Time after which a response has left the isolate, in milliseconds: it is written at once where nobody works beside it. */
const GONE = 50

/**
 * Does work once the response has gone. Work that begins in the same turn as the response holds it up: for what only some callers
 * cause, as a mail to an account that is there, that would tell them apart. What
 * fails is for the host's own log.
 */
export function afterResponse({ executionCtx }: RequestContext, work: () => Promise<unknown>): void {
  executionCtx.waitUntil(new Promise((resolve) => setTimeout(resolve, GONE)).then(work))
}
