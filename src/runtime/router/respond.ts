import type { RequestContext } from '../../config/request.ts'
import { isEnveloped, type LazyPage, type PageOf, type Route, type Shown } from '../../config/route.ts'
import type { Refused, Typed } from '../../ground/problem.ts'
import { HttpError } from '../common/errors.ts'
import { isPageRequest } from '../common/page-request.ts'
import { formRead, formValues, isForm } from '../input/form.ts'
import { canBeCorrected, type RefusedStatus } from './can-be-corrected.ts'
import { readInput } from './input.ts'

type Given = Readonly<Record<string, unknown>>
type Run = (c: RequestContext, input: Given) => unknown
type Handle = (c: RequestContext, input: Given) => Response | Promise<Response>
type To = (result: unknown, input: Given, c: RequestContext) => string | null
type RefusedForm = Refused & { readonly problem: HttpError }

/** Runs a route and returns its result in the requested form: JSON, a page, part of a page, or a redirect. */
export async function respond(c: RequestContext, route: Route): Promise<Response> {
  const params = c.req.param() as Readonly<Record<string, string>>
  try {
    const input = { ...(await readInput(c, route.input ?? {})), params }
    return await respondWith(c, route, input)
  } catch (error) {
    const refused = route.again === undefined ? null : refusedBy(c, route, error)
    if (refused === null) throw error
    return showRefused(c, route, refused)
  }
}

async function respondWith(c: RequestContext, route: Route, input: Given): Promise<Response> {
  if (route.handler !== undefined) return (route.handler as Handle)(c, input)
  if (isLink(c, route)) {
    c.header('Cache-Control', 'no-store')
    if (isPrefetch(c)) return showLinkTarget(c, route, input)
  }
  const run = (route.load ?? route.act) as Run | undefined
  const result = await run?.(c, input)
  const path = isForPeople(c, route) ? pathTo(c, route, result, input) : null
  if (path !== null) return c.redirect(path, route.toStatus ?? (route.act === undefined ? 302 : 303))
  const page = pageFor(c, route)
  // A page adds `HX-Request` to `Vary` itself.
  if (isNegotiated(route)) c.header('Vary', page === undefined ? 'Accept, HX-Request' : 'Accept')
  if (page !== undefined) return show(c, route, page, { result, ...placeOf(input), typed: typedInto(c), refused: null })
  if (route.returns == null) return c.body(null, 204)
  if (route.status !== undefined) c.status(route.status)
  return c.json(isEnveloped(route.path) ? { success: true, ...(result as object) } : result)
}

/** Tells whether opening the address performs an action, like a link in an email. */
function isLink(c: RequestContext, { act }: Route): boolean {
  return act !== undefined && (c.req.method === 'GET' || c.req.method === 'HEAD')
}

/** Shows a page from which the user can follow the link. Changes nothing. */
function showLinkTarget(c: RequestContext, route: Route, input: Given): Response | Promise<Response> {
  if (route.ahead === undefined || !isForPeople(c, route)) return c.body(null, 200)
  return show(c, route, route.ahead, { result: undefined, ...placeOf(input), typed: {}, refused: null })
}

/** Tells whether the response is for a browser. A route without `returns` always responds to browsers. */
function isForPeople(c: RequestContext, { returns }: Route): boolean {
  return isPageRequest(c) || returns === undefined
}

function pathTo(c: RequestContext, { to }: Route, result: unknown, input: Given): string | null {
  return typeof to === 'function' ? (to as To)(result, input, c) : (to ?? null)
}

/** Returns the page to render; `undefined` if a program sent the request, unless the route has nothing but a page. */
function pageFor(c: RequestContext, route: Route): LazyPage<never> | undefined {
  if (isPart(c) && route.fragment !== undefined) return route.fragment
  return isPart(c) || isForPeople(c, route) ? route.page : undefined
}

/** Tells whether the form of the response depends on the request. */
function isNegotiated({ returns, page, fragment }: Route): boolean {
  return returns !== undefined && (page ?? fragment) !== undefined
}

/** Tells whether a script requests part of a page. */
function isPart(c: RequestContext): boolean {
  return c.req.header('hx-request') === 'true' && c.req.header('hx-boosted') !== 'true'
}

function placeOf({ params, query }: Given): Pick<Shown, 'params' | 'query'> {
  return { params: params as Shown['params'], query }
}

async function show(c: RequestContext, route: Route, load: LazyPage<never>, shown: Shown): Promise<Response> {
  const loaded = await load()
  const make = (typeof loaded === 'function' ? loaded : loaded.default) as PageOf<Shown> // the route's own type
  const { content, ...props } = await make(c, shown)
  if (route.cache === undefined) c.header('Cache-Control', 'no-store')
  return c.render(content, {
    ...props,
    ...(shown.refused && { status: shown.refused.problem.status as RefusedStatus }),
  })
}

/** Shows the page of a refused form or link again, with the status of the error. */
async function showRefused(c: RequestContext, route: Route, refused: RefusedForm) {
  for (const [name, value] of Object.entries(refused.problem.headers)) c.header(name, value)
  const params = c.req.param() as Shown['params']
  if (typeof route.again === 'function') {
    const query = route.input?.query?.safeParse(c.req.query()).data
    return show(c, route, route.again, { result: undefined, params, query, typed: refused.typed, refused })
  }
  const { load, page, input } = route.again ?? {}
  if (page === undefined) throw new Error(`${route.path} rejects a form, but declares no page to show it again`)
  const query = input?.query?.safeParse({}).data
  const result = await (load as Run | undefined)?.(c, { params, query })
  return show(c, route, page, { result, params, query, typed: refused.typed, refused })
}

/**
 * Returns what a browser sent (a form, a query or a link) if it was refused for a reason that the user can correct;
 * `null` for everything else.
 */
function refusedBy(c: RequestContext, route: Route, problem: unknown): RefusedForm | null {
  if (!(problem instanceof HttpError)) return null
  if (!canBeCorrected(problem, route.access === 'public')) return null
  if (route.method === 'GET' && !isLink(c, route)) {
    const isShown = problem.status === 400 && (isPageRequest(c) || isPart(c))
    return isShown ? { typed: c.req.query(), problem } : null
  }
  return isPageRequest(c) && (isForm(c) || isLink(c, route)) ? { typed: typedInto(c), problem } : null
}

/** Returns the submitted values of the form; empty if no form was sent, or the route reads the body itself. */
function typedInto(c: RequestContext): Typed {
  const form = formRead(c)
  return form === undefined ? {} : (formValues(form) as Typed)
}

/**
 * Tells whether a request only checks an address or fetches it in advance: `HEAD`, or headers that browsers send for
 * prefetch, prerender or preview.
 */
function isPrefetch(c: RequestContext): boolean {
  if (c.req.method === 'HEAD') return true
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(c.req.header(name) ?? ''),
  )
}
