/** An invalid value of a request. */
export interface FieldProblem {
  /** Path to the value, dotted: `seo.title`, `links.2`. */
  readonly path: string
  /** Permanent code of the mistake: `required`, `unique`, `too_big`, … */
  readonly code: string
  /** Description of the mistake for people. */
  readonly message: string
}

/** Problem details as the service returns them (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** Permanent code of the problem, on which programs can branch. */
  readonly code: string
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: readonly FieldProblem[]
  /** Path, on the service, of the page that explains the code: `/docs/guides/errors#conflict`. */
  readonly help?: string
}

/** An unsuccessful response. A request without any response fails with the error that `fetch` throws. */
export class LintelError extends Error {
  override readonly name = 'LintelError'
  readonly problem: Problem
  /** Seconds to wait before the next attempt; `undefined` if the service did not say. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail ?? problem.title)
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get status(): number {
    return this.problem.status
  }

  get code(): string {
    return this.problem.code
  }

  /** The invalid values; empty unless the problem is about values. */
  get errors(): readonly FieldProblem[] {
    return this.problem.errors ?? []
  }
}

/**
 * Makes an error from a response. A response that is not a problem document (such as a proxy's page) has the code
 * `unexpected_answer`.
 */
export async function errorFrom(response: Response): Promise<LintelError> {
  const problem = (await readProblem(response)) ?? {
    type: 'about:blank',
    title: response.statusText || 'Unexpected response',
    status: response.status,
    code: 'unexpected_answer',
  }
  return new LintelError(problem, retryAfter(response.headers))
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'status' in body
  return isProblem ? (body as Problem) : undefined
}

/** Reads the `Retry-After` header, a number or a date, as seconds; `undefined` without a valid one. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
