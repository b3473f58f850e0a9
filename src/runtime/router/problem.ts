import type { RequestContext } from '../../config/request.ts'
import { t } from '../../messages/translate.ts'
import { bootstrapOf } from '../bootstrap/bootstrap.ts'
import { isDoubtful, schemaMoved } from '../bootstrap/one-schema.ts'
import { HttpError, helpOf, MAX_ERRORS } from '../common/errors.ts'
import { isSecretName, writeLog } from '../common/log.ts'
import { isPageRequest } from '../common/page-request.ts'
import { refusalOf } from '../database/database.ts'
import { DeadlineError } from '../deadlines/deadline.ts'
import { formRead, isForm, readForm } from '../input/form.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { reportError } from '../monitoring/report-error.ts'
import { serviceOf } from '../plugins/services.ts'

/** Seconds after which a client may retry if the database or the schema was unavailable. */
const RETRY_AFTER = '5'

/**
 * Returns the response to an error: the response of an expected outcome, 503 for an unavailable database, 500 for
 * anything else, whose cause is only logged.
 */
export function errorResponse(error: unknown, c: AppContext): Response | Promise<Response> {
  const outcome = toHttpError(error)
  if (isDoubtful(error)) bootstrapOf(c.env)?.doubt()
  if (outcome.status >= 500) {
    const cause = outcome.cause ?? error
    writeLog('error', {
      type: 'error',
      requestId: c.get('requestId'),
      code: outcome.code,
      error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
    })
    reportError(cause, {
      env: c.env,
      execution: c.executionCtx,
      transaction: `${c.req.method} ${c.get('route')?.path ?? 'no route'}`,
      tags: { requestId: c.get('requestId'), code: outcome.code },
    })
  }
  return isPageRequest(c) ? errorPage(outcome, c) : problem(outcome, c)
}

/** Returns a response with RFC 9457 problem details. */
function problem(outcome: HttpError, c: AppContext): Response {
  const body = {
    type: 'about:blank',
    title: t(outcome.title),
    status: outcome.status,
    code: outcome.code,
    ...(outcome.detail === undefined ? {} : { detail: outcome.detail }),
    requestId: c.get('requestId'),
    ...(outcome.errors === undefined ? {} : { errors: outcome.errors.slice(0, MAX_ERRORS) }),
    ...outcome.members,
    help: helpOf(outcome.code),
  }
  return c.newResponse(JSON.stringify(body), outcome.status, {
    ...outcome.headers,
    'Content-Type': 'application/problem+json',
  })
}

/** Renders an error page, in the design of all pages or, if that fails, as plain text. */
async function errorPage(outcome: HttpError, c: AppContext): Promise<Response> {
  const { status, title, detail, errors = [] } = outcome
  const context = asRequestContext(c)
  const requestId = c.get('requestId')
  try {
    const pages = await serviceOf(context, 'pages')
    const typed = typedTexts(status === 401 ? await ownForm(context) : formRead(context))
    const page = await pages.renderError({ status, title, detail, requestId, errors, typed })
    for (const [name, value] of Object.entries(outcome.headers ?? {})) page.headers.set(name, value)
    return page
  } catch (error) {
    writeLog('error', { type: 'error', requestId, code: 'internal', error: String(error) })
    return c.text(detail === undefined ? t(title) : `${t(title)}: ${detail}`, status, outcome.headers)
  }
}

/** Returns the submitted texts of the form, without those that should not be visible on a screen. */
function typedTexts(form: FormData | undefined): (readonly [string, string])[] {
  return [...(form ?? [])].flatMap(([name, value]) =>
    typeof value !== 'string' || value.trim() === '' || name.startsWith('~') || isSecretName(name)
      ? []
      : [[name, value] as const],
  )
}

/**
 * Reads the form of one of the service's own pages whose session has expired. Forms from other sites are ignored, so
 * that they cannot put text into a page.
 */
async function ownForm(c: RequestContext): Promise<FormData | undefined> {
  if (c.req.header('sec-fetch-site') !== 'same-origin' || !isForm(c)) return formRead(c)
  return readForm(c).catch(() => undefined)
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const refusal = refusalOf(error)
  const headers = { 'Retry-After': RETRY_AFTER }
  if (refusal?.kind === 'unavailable' && refusal.isBusy) {
    const detail = t('Too many requests are waiting for the database. Try again in a moment.')
    return new HttpError('database_unavailable', detail, { headers: { 'Retry-After': '1' }, cause: error })
  }
  if (refusal?.kind === 'unavailable') {
    return new HttpError('database_unavailable', t('The database is not responding.'), { headers, cause: error })
  }
  if (refusal?.kind === 'missing') {
    return new HttpError('schema_pending', `The ${refusal.what} is missing: apply the migrations.`, {
      headers,
      cause: error,
    })
  }
  if (isDoubtful(error)) return schemaMoved(error)
  if (error instanceof DeadlineError) {
    return new HttpError('storage_unavailable', t('The storage is not responding. Try again soon.'), {
      headers,
      cause: error,
    })
  }
  return new HttpError('internal', t('Something went wrong here. The log has the details.'), { cause: error })
}
