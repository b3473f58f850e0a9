import { ERRORS, type ErrorCode } from '../../config/errors.ts'

export { ERRORS, type ErrorCode, helpOf } from '../../config/errors.ts'

/** An invalid value of a request. */
export interface FieldError {
  /** Path of the value, dotted: `seo.title`, `links.2`. Empty for the whole body. */
  readonly path: string
  /** Permanent code: `required`, `unique`, `too_big`, `unknown_field`, … */
  readonly code: string
  /** Description for people. */
  readonly message: string
}

/** Maximum number of errors in a response. A body can contain many thousands. */
export const MAX_ERRORS = 100

export interface HttpErrorOptions {
  /** Errors about single values, for `validation_failed`, `conflict` and `in_use`. */
  readonly errors?: readonly FieldError[]
  /** Additional members of the problem (RFC 9457, section 3.2). */
  readonly members?: Readonly<Record<string, unknown>>
  /** Headers of the response, for example `Retry-After` in seconds. */
  readonly headers?: Readonly<Record<string, string>>
  /** Cause of the error; logged, never sent. */
  readonly cause?: unknown
}

/**
 * An expected outcome of a request. Thrown anywhere below the pipeline, it becomes the response: problem+json, or a
 * page for a browser.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly status: (typeof ERRORS)[ErrorCode]['status']
  /** English title; translate it with `t(title)`. */
  readonly title: string
  /** Explanation of this occurrence, for people; `undefined` if the title suffices. */
  readonly detail: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly members: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail?: string, options: HttpErrorOptions = {}) {
    super(detail ?? ERRORS[code].title, { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.title = ERRORS[code].title
    this.detail = detail
    this.errors = options.errors
    this.members = options.members ?? {}
    this.headers = options.headers ?? {}
  }
}
