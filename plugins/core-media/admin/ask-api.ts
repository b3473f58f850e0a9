import {
  type ApiCall,
  callApi,
  ERRORS,
  type ErrorCode,
  type FieldError,
  HttpError,
  isPageRequest,
  type RequestContext,
  t,
} from 'lintel/kit'

/** What the API refused, with what was wrong. */
export interface Refusal {
  readonly code: ErrorCode
  readonly detail: string
  readonly errors: readonly FieldError[]
}

export type Outcome<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly refusal: Refusal }

/** Asks the service's own API as the caller: what came, or why nothing did. */
export async function tryApi<Data>(c: RequestContext, path: string, call?: ApiCall): Promise<Outcome<Data>> {
  const { ok, body } = await callApi(c, path, call)
  if (ok) return { ok, data: body as Data } // as the route declares it
  const code: ErrorCode = typeof body?.code === 'string' && body.code in ERRORS ? body.code : 'internal'
  return { ok, refusal: { code, detail: String(body?.detail ?? t(ERRORS[code].title)), errors: body?.errors ?? [] } }
}

/** @throws HttpError what the API refused */
export async function askApi<Data>(c: RequestContext, path: string, call?: ApiCall): Promise<Data> {
  const outcome = await tryApi<Data>(c, path, call)
  if (outcome.ok) return outcome.data
  throw asError(outcome.refusal)
}

export function asError({ code, detail, errors }: Refusal): HttpError {
  return new HttpError(code, detail, errors.length > 0 ? { errors } : {})
}

/** Why a route that is no JSON route refused, from what it threw; anything but a refusal is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof HttpError)) throw error
  return { code: error.code, detail: error.detail ?? t(error.title), errors: error.errors ?? [] }
}

/** Whether a browser, or a script of a page, is to be shown something. */
export function wantsPage(c: RequestContext): boolean {
  return isPageRequest(c) || c.req.header('hx-request') === 'true'
}

/** Statuses of refusals that a page with a form may have. */
export function statusOf({ code }: Refusal): 403 | 404 | 409 | 422 {
  const { status } = ERRORS[code]
  return status === 403 || status === 404 || status === 409 ? status : 422
}
