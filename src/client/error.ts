/** A mistake in one value of a request. */
export interface FieldProblem {
  /** Path to the value, dotted: `seo.title`, `links.2`. */
  readonly path: string
  /** Permanent: `required`, `unique`, `too_big`, … */
  readonly code: string
  /** A sentence for people. */
  readonly message: string
}

/** Problem details as the service answers them (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** Permanent: switch on it. */
  readonly code: string
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: readonly FieldProblem[]
  /** Path on the service of the page that explains the code: `/docs/guides/errors#conflict`. */
  readonly help?: string
}

/** An answer that is not a success. A request that got no answer at all fails with what `fetch` throws. */
export class LintelError extends Error {
  override readonly name = 'LintelError'
  readonly problem: Problem
  /** Seconds to wait before the next try, where the service said so. */
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

  /** The mistakes by value; empty unless the problem is about values. */
  get errors(): readonly FieldProblem[] {
    return this.problem.errors ?? []
  }
}

/** The error in an answer; one that is no problem document (a proxy's page, say) has the code `unexpected_answer`. */
export async function errorFrom(response: Response): Promise<LintelError> {
  const problem = (await readProblem(response)) ?? {
    type: 'about:blank',
    title: response.statusText || 'Unexpected answer',
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

/** Seconds until the next try, where the service says so: as a number, or as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
