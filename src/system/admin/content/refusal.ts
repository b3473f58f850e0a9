import { type ApiAnswer, ERRORS, type ErrorCode, type FieldError, HttpError } from '../../../runtime/kit.ts'

/** What the API has against it, as an error of this request's own. */
export function refusal({ body, headers }: ApiAnswer): HttpError {
  const code = typeof body?.code === 'string' && body.code in ERRORS ? (body.code as ErrorCode) : 'internal'
  const errors = errorsOf(body)
  const retryAfter = headers.get('Retry-After')
  return new HttpError(code, body?.detail, {
    ...(errors.length > 0 && { errors }),
    ...(retryAfter !== null && { headers: { 'Retry-After': retryAfter } }),
  })
}

/** What is wrong with which value. */
export function errorsOf(body: { readonly errors?: readonly FieldError[] } | null): readonly FieldError[] {
  return body?.errors ?? []
}
