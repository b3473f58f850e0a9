import * as z from 'zod'
import type { AccessRule } from './access.ts'
import type { CacheRule } from './cache.ts'
import type { ErrorCode } from './errors.ts'
import { withOrigin } from './origin.ts'
import type { Content, PageProps } from './pages.ts'
import type { RequestContext } from './request.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The parameters of a path, by name: `/admin/users/:id/toggle` has `id`. */
export type ParamsOf<Path extends string> = string extends Path
  ? { readonly [name: string]: string }
  : { readonly [Name in ParamName<Path>]: string }

type ParamName<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<`/${Tail}`>
    : Rest
  : never

/** A form as it was typed: several values of one name are a list. */
export type Typed = { readonly [name: string]: string | readonly string[] | File }

/** Schemas of what a route takes; what they refuse never reaches the route. */
export interface RouteInput {
  /**
   * A body, sent as JSON or by a form. Text of a form becomes the numbers, booleans and lists that the schema asks for.
   */
  readonly body?: z.ZodType
  /** A body that is sent as JSON alone. */
  readonly json?: z.ZodType
  /** The fields of a form, urlencoded or multipart. */
  readonly form?: z.ZodType
  /** Query parameters. Use `z.coerce` for numbers. */
  readonly query?: z.ZodType
}

/** The input of a route: the output of each schema. */
export type Parsed<Input extends RouteInput> = {
  readonly [Part in keyof Input]: Input[Part] extends z.ZodType ? z.output<Input[Part]> : never
}

/** The input of `load` and `act`: what the schemas made of the request, and the parameters of the path. */
export type Given<Path extends string, Input extends RouteInput> = Parsed<Input> & { readonly params: ParamsOf<Path> }

/** A form that was refused: what was typed into it, and what is wrong with it. */
export interface Refused {
  readonly typed: Typed
  readonly problem: Problem
}

/** The problem, as an `HttpError` states it. */
export interface Problem {
  readonly status: number
  readonly code: string
  /** In English: `t(title)` says it. */
  readonly title: string
  readonly detail: string | undefined
  readonly message: string
  readonly errors: readonly { readonly path: string; readonly code: string; readonly message: string }[] | undefined
}

/** The input of a page. */
export interface Shown<Result = unknown, Query = unknown> {
  /** Result of the route. */
  readonly result: Result
  readonly params: { readonly [name: string]: string }
  /** Query, as its schema has parsed it. */
  readonly query: Query
  /** Input of the form that was sent; nothing where none was. */
  readonly typed: Typed
  /** The form that the page is shown again for; `null` where none was refused. */
  readonly refused: Refused | null
}

/** A page: its content, its title, its frame. */
export interface Page extends Omit<PageProps, 'status'> {
  readonly content: Content
}

/** Makes a page. */
export type PageOf<S> = (c: RequestContext, shown: S) => Page | Promise<Page>

/** Loads what makes a page once one is asked for: the compiler, which reads routes as well, has no use for pages. */
export type LazyPage<S> = () => Promise<{ readonly default: PageOf<S> } | PageOf<S>>

type ResultOf<Returns> = Returns extends z.ZodType ? Immutable<z.input<Returns>> : undefined

/** Readonly all the way down. A type that holds any JSON stays as it is: it has no end. */
type Immutable<T> = z.core.util.JSONType extends T
  ? T
  : T extends string | number | boolean | null | undefined | Date
    ? T
    : { readonly [Key in keyof T]: Immutable<T[Key]> }

type QueryOf<Input extends RouteInput> = Input['query'] extends z.ZodType ? z.output<Input['query']> : undefined

/** The result of `load` or `act`: as the schema says or, in a route without one, as the function returns it. */
type Made<Returns, Result> = [Returns] extends [never] ? Result : ResultOf<Returns>
type ShownBy<Input extends RouteInput, Returns, Result> = Shown<
  [Returns] extends [never] ? Result : Returns extends z.ZodType ? z.input<Returns> : undefined,
  QueryOf<Input>
>

/** Properties of every route. */
export interface RouteRow<Path extends string = string, Input extends RouteInput = RouteInput> {
  readonly method: Method
  /** Hono's pattern: `/admin/users/:id/toggle`. A trailing `/*` takes every path below. */
  readonly path: Path
  /** Required: a route that does not say who may call it is a build error. */
  readonly access: AccessRule
  readonly input?: Input
  /** Lifetime of the response to an anonymous GET in caches. It is given an ETag. Default: not at all. */
  readonly cache?: CacheRule
  /**
   * Tells whether a change that somebody makes here is written to the audit log, as `<plugin>.<route>`, when the route
   * writes
   * no line itself. Default `true`; `false` for what changes nothing that anybody would ask about.
   */
  readonly audit?: boolean
  /**
   * Changes nothing although its method is not GET: a query that needs a body. API tokens reach it as they reach a GET.
   * Default `false`.
   */
  readonly readOnly?: boolean
  /**
   * Responds while migrations are pending, too: what tells of them, and what applies them.
   * Default `false`: 503 `schema_pending`.
   */
  readonly whilePending?: boolean
  /** One line for the reference. */
  readonly summary?: string
  /** A body that the route reads itself, for the reference: its media type and what it holds. */
  readonly body?: { readonly type: string; readonly schema: z.ZodType }
  /** Codes of the errors it responds with besides those of its access and its input, for the reference. */
  readonly problems?: readonly ErrorCode[]
}

/** A route as the runtime sees it: one of `load`, `act`, `page` alone and `handler`. */
export interface Route extends RouteRow<`/${string}`> {
  readonly returns?: z.ZodType | null
  readonly load?: (c: RequestContext, given: never) => unknown
  readonly act?: (c: RequestContext, given: never) => unknown
  readonly status?: 201 | 202
  readonly page?: LazyPage<never>
  readonly fragment?: LazyPage<never>
  readonly to?: string | ((result: never, given: never, c: RequestContext) => string | null)
  readonly toStatus?: 302
  readonly again?: Route | LazyPage<never>
  readonly ahead?: LazyPage<never>
  readonly responses?: Responses
  readonly handler?: (c: RequestContext, given: never) => Response | Promise<Response>
}

/** A route that returns a value: JSON for programs, a page for people. */
interface ReturningRoute<Path extends string, Input extends RouteInput, Returns extends z.ZodType | null, Result>
  extends RouteRow<Path, Input> {
  /**
   * Of the body for programs: an object, to which `success: true` is added under `/admin`. `null`: no body, 204. A route
   * without it is a page for everybody, and leads everybody on.
   */
  readonly returns?: Returns
  /** Reads what the response shows. */
  readonly load?: (c: RequestContext, given: Given<Path, Input>) => Awaitable<Made<Returns, Result>>
  /**
   * Does what the request asks for. A `GET` with an act is a link, as mails have them: nothing is done for whoever only
   * looks ahead (`ahead`).
   */
  readonly act?: (c: RequestContext, given: Given<Path, Input>) => Acted<Returns, Result>
  /** Of an act that succeeded. Default: what `c.status()` was given, else 200. */
  readonly status?: 201 | 202
  /**
   * For the reference: bodies of the other statuses that `load` or `act` gives to `c.status()`; of a route without
   * `returns`, pages and redirects.
   */
  readonly responses?: Responses
  /** Shows a browser what the route returned. It is never kept by a cache, unless the route has a `cache`. */
  readonly page?: LazyPage<ShownBy<Input, Returns, Result>>
  /** Shows it to a script that asked for part of a page (`HX-Request`). Default: the page without its frame. */
  readonly fragment?: LazyPage<ShownBy<Input, Returns, Result>>
  /** Redirects a browser. Default, and for `null`: it is shown the page. */
  readonly to?:
    | string
    | ((result: Made<Returns, Result>, given: Given<Path, Input>, c: RequestContext) => string | null)
  /** Status of the redirect that leads there. Default: 303 after an act, 302 after a load. */
  readonly toStatus?: 302
  /**
   * The page that shows a refused form again, with what was typed: a route of the same path's parameters, or a page of
   * its own. Of a GET, the page that shows a query again that is not valid, or a link that was refused. Default: the
   * problem alone.
   */
  readonly again?: Route | LazyPage<Shown<undefined, QueryOf<Input>>>
  /**
   * Page of a link for a browser that fetches it in case somebody goes there, from where it can be followed: by then it
   * has done nothing. Default, and for programs: 200 without a body.
   */
  readonly ahead?: LazyPage<Shown<undefined, QueryOf<Input>>>
}

type Awaitable<Value> = Value | Promise<Value>

/** Return type of an act; ignored for one that returns nothing. */
type Acted<Returns, Result> = [Returns] extends [never]
  ? Awaitable<Result>
  : Returns extends z.ZodType
    ? Awaitable<ResultOf<Returns>>
    : unknown

/** Bodies by status, for the reference: a JSON schema's source, or `null` for none. */
interface Responses {
  readonly [status: number]: z.ZodType | null
}

/** A route that makes its responses itself: files, streams, redirects. */
interface HandledRoute<Path extends string, Input extends RouteInput> extends RouteRow<Path, Input> {
  readonly responses?: Responses
  readonly handler: (c: RequestContext, given: Given<Path, Input>) => Response | Promise<Response>
}

/** Declares a route; what it is given is typed by its path and its schemas. */
export function defineRoute<
  const Path extends `/${string}`,
  const Input extends RouteInput = Record<never, never>,
  const Returns extends z.ZodType | null = never,
  Result = undefined,
>(
  route:
    | (HandledRoute<Path, Input> & { readonly input?: Input })
    | (ReturningRoute<Path, Input, Returns, Result> & { readonly input?: Input }),
): Route {
  return withOrigin({ ...route }, defineRoute) as unknown as Route
}

/** The responses of a route, by status, as the reference shows it; `undefined` for pages and files. */
export function responsesOf({ path, returns, act, status, to, toStatus, responses }: Route): Responses | undefined {
  const redirect = to === undefined ? undefined : { [toStatus ?? (act === undefined ? 302 : 303)]: null }
  if (returns === undefined) return responses ?? redirect
  if (returns === null) return { 204: null, ...redirect, ...responses }
  const body = isEnveloped(path) && returns instanceof z.ZodObject ? enveloped(returns) : returns
  return { [status ?? 200]: body, ...redirect, ...responses }
}

/** True where a body says that it went well: under `/admin` (contract, section 6). */
export function isEnveloped(path: string): boolean {
  return path.startsWith('/admin/') || path === '/admin'
}

function enveloped({ shape, def: { catchall = z.never() } }: z.ZodObject): z.ZodType {
  return z.object({ success: z.literal(true), ...shape }).catchall(catchall)
}
