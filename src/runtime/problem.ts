import type { Context } from 'hono'
import { refusalOf } from './database.ts'
import { HttpError } from './errors.ts'
import { writeLog } from './log.ts'
import { isPageRequest } from './page-request.ts'

/** Seconds after which a client may try again when the database or the schema was not there. */
const RETRY_AFTER = '5'

/**
 * Turns whatever was thrown into the answer: an expected outcome as it says, a database that is away as 503, anything
 * else as 500 without a word about the cause, which is logged with its stack.
 */
export function errorResponse(error: unknown, c: Context): Response {
  const outcome = toHttpError(error)
  if (outcome.status >= 500) {
    const cause = outcome.cause ?? error
    writeLog('error', {
      type: 'error',
      requestId: c.get('requestId'),
      code: outcome.code,
      error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
    })
  }
  return isPageRequest(c) ? errorPage(outcome, c) : problem(outcome, c)
}

/** RFC 9457 problem details. */
function problem(outcome: HttpError, c: Context): Response {
  const body = {
    type: 'about:blank',
    title: outcome.title,
    status: outcome.status,
    code: outcome.code,
    ...(outcome.detail === undefined ? {} : { detail: outcome.detail }),
    requestId: c.get('requestId'),
    ...(outcome.errors === undefined ? {} : { errors: outcome.errors }),
  }
  return c.newResponse(JSON.stringify(body), outcome.status, {
    ...outcome.headers,
    'Content-Type': 'application/problem+json',
  })
}

function errorPage(outcome: HttpError, c: Context): Response {
  const detail = outcome.detail === undefined ? '' : `<p>${escapeHtml(outcome.detail)}</p>`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(outcome.title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem;color:#1a1a1a}h1{font-size:1.5rem}small{color:#666}</style></head><body><h1>${escapeHtml(outcome.title)}</h1>${detail}<small>${outcome.status} · ${escapeHtml(String(c.get('requestId')))}</small></body></html>`
  return c.newResponse(page, outcome.status, { ...outcome.headers, 'Content-Type': 'text/html; charset=UTF-8' })
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const refusal = refusalOf(error)
  const headers = { 'Retry-After': RETRY_AFTER }
  if (refusal?.kind === 'unavailable') {
    return new HttpError('database_unavailable', 'The database does not answer.', { headers, cause: error })
  }
  if (refusal?.kind === 'missing') {
    return new HttpError('schema_pending', `The ${refusal.what} is missing: apply the migrations.`, {
      headers,
      cause: error,
    })
  }
  return new HttpError('internal', 'Something went wrong here. The log has the details.', { cause: error })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
