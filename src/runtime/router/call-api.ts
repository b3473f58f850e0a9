import type { RequestContext } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import { ERRORS, type ErrorCode, type FieldError, HttpError } from '../common/errors.ts'
import { keptFor } from '../common/kept-for.ts'
import { asAppContext } from '../isolate/app-env.ts'
import { type Runtime, runtimeOf } from '../isolate/runtime.ts'
import { askWithin, refuseLoop } from '../plugins/hook-ring.ts'
import { takeAsIdentified } from './guard.ts'
import { errorResponse } from './problem.ts'
import { createRouter } from './router.ts'

/** A response of the service's own API. */
export interface ApiResponse {
  /** True if the status is below 400. */
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON body: the requested data, or a problem; `null` without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every route; the OpenAPI document describes them
  readonly body: any
}

export interface ApiCall {
  /** HTTP method. Default GET. */
  readonly method?: Method
  /** Body, sent as JSON. */
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Calls the service's own API as the caller of this request, without leaving the isolate: with the same access rules,
 * validation, hooks and responses as from outside, in the same database session, and without another log line. Calls
 * from hooks can be nested eight times; after that, the response is 508 `hook_loop`.
 * @param path path and query: `/api/posts?limit=5`
 */
export async function callApi(c: RequestContext, path: string, call: ApiCall = {}): Promise<ApiResponse> {
  const { method = 'GET', json, headers } = call
  const { origin } = new URL(c.req.url)
  const request = new Request(new URL(path, origin), {
    method,
    // The outer request has already passed the origin check.
    headers: {
      ...callerHeaders(c),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      origin,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  outer.set(request, c)
  askWithin(c, request)
  takeAsIdentified(request)
  const response = await innerRouter(runtimeOf(c))(request, c.executionCtx)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    ok: response.ok,
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text || null,
  }
}

/** Returns the API's error response as an error of the calling request. */
export function refusalIn({ body, headers }: ApiResponse): HttpError {
  const code = typeof body?.code === 'string' && body.code in ERRORS ? (body.code as ErrorCode) : 'internal'
  const errors: readonly FieldError[] = body?.errors ?? []
  const retryAfter = headers.get('Retry-After')
  return new HttpError(code, body?.detail, {
    ...(errors.length > 0 && { errors }),
    ...(retryAfter !== null && { headers: { 'Retry-After': retryAfter } }),
  })
}

/** Returns the headers that identify the caller, for limits and the audit log. */
function callerHeaders(c: RequestContext): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of ['cf-connecting-ip', 'user-agent']) {
    const value = c.req.header(name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** The outer request of each nested request. */
const outer = new WeakMap<Request, RequestContext>()

/** Router without the surrounding pipeline, which has already run for the outer request. */
const innerRouter = keptFor((runtime: Runtime) =>
  createRouter(runtime, async (c, work) => {
    const asking = outer.get(c.req.raw)
    if (asking)
      for (const [name, value] of Object.entries(asAppContext(asking).var)) c.set(name as 'user', value as never)
    c.set('requestHeaders', Object.fromEntries(c.req.raw.headers))
    try {
      refuseLoop(c.req.raw)
      const response = await work(c)
      return response instanceof Response ? response : response.send()
    } catch (error) {
      return errorResponse(error, c)
    }
  }),
)
