import * as z from 'zod'
import type { AccessRule } from '../ground/access.ts'
import type { Content } from '../ground/content.ts'
import { withOrigin } from '../ground/origin.ts'
import type { Refused, Typed } from '../ground/problem.ts'
import type { CacheRule } from './cache.ts'
import type { ErrorCode } from './errors.ts'
import type { PageProps } from './pages.ts'
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

/** Schemas of a route's input. Input that does not match them never reaches the route. */
export interface RouteInput {
  /**
   * A body sent as JSON or as a form. Strings of a form are converted to the numbers, booleans and lists that the
   * schema expects.
   */
  readonly body?: z.ZodType
  /** A body sent as JSON only. */
  readonly json?: z.ZodType
  /** The fields of a form, urlencoded or multipart. */
  readonly form?: z.ZodType
  /** The query parameters. Use `z.coerce` for numbers. */
  readonly query?: z.ZodType
}

/** The input of a route: the output of each schema. */
export type Parsed<Input extends RouteInput> = {
  readonly [Part in keyof Input]: Input[Part] extends z.ZodType ? z.output<Input[Part]> : never
}

/** The input of `load` and `act`: the parsed input and the parameters of the path. */
export type Given<Path extends string, Input extends RouteInput> = Parsed<Input> & { readonly params: ParamsOf<Path> }

/** The input of a page. */
export interface Shown<Result = unknown, Query = unknown> {
  /** Result of the route's `load` or `act`. */
  readonly result: Result
  readonly params: { readonly [name: string]: string }
  /** Parsed query parameters. */
  readonly query: Query
  /** Submitted values of the form; empty if none was sent. */
  readonly typed: Typed
  /** The refused form that the page shows again; `null` if there is none. */
  readonly refused: Refused | null
}

/** A page: its content, its title and its frame. */
export interface Page extends Omit<PageProps, 'status'> {
  readonly content: Content
}

/** Renders a page. */
export type PageOf<S> = (c: RequestContext, shown: S) => Page | Promise<Page>

/**
 * Loads the code of a page when one is rendered, so that the compiler, which reads routes as well, need not load pages.
 */
export type LazyPage<S> = () => Promise<{ readonly default: PageOf<S> } | PageOf<S>>

type ResultOf<Returns> = Returns extends z.ZodType ? Immutable<z.input<Returns>> : undefined

/** Makes a type readonly at every level. A type that allows any JSON is left alone, because it is infinitely deep. */
type Immutable<T> = z.core.util.JSONType extends T
  ? T
  : T extends string | number | boolean | null | undefined | Date
    ? T
    : { readonly [Key in keyof T]: Immutable<T[Key]> }

type QueryOf<Input extends RouteInput> = Input['query'] extends z.ZodType ? z.output<Input['query']> : undefined

/**
 * The result of `load` or `act`: the type of the `returns` schema or, without one, the type that the function returns.
 */
type Made<Returns, Result> = [Returns] extends [never] ? Result : ResultOf<Returns>
type ShownBy<Input extends RouteInput, Returns, Result> = Shown<
  [Returns] extends [never] ? Result : Returns extends z.ZodType ? z.input<Returns> : undefined,
  QueryOf<Input>
>

/** Properties of every route. */
export interface RouteRow<Path extends string = string, Input extends RouteInput = RouteInput> {
  readonly method: Method
  /** Path pattern of Hono: `/admin/users/:id/toggle`. A trailing `/*` matches every path below. */
  readonly path: Path
  /** Access rule of the route. A route without one is a build error. */
  readonly access: AccessRule
  readonly input?: Input
  /** Lifetime in caches of the response to an anonymous GET, which also receives an ETag. Default: not cached. */
  readonly cache?: CacheRule
  /**
   * True if changes by a signed-in user are written to the audit log, as `<plugin>.<route>`, when the route writes no
   * entry itself. Default `true`; use `false` for changes that nobody will look up.
   */
  readonly audit?: boolean
  /**
   * Marks a route that changes nothing although its method is not GET, such as a query with a body. API tokens may call
   * it like a GET. Default `false`.
   */
  readonly readOnly?: boolean
  /**
   * Lets the route respond while migrations are pending, for routes that report or apply them. Default `false`: 503
   * `schema_pending`.
   */
  readonly whilePending?: boolean
  /** One-line description for the reference. */
  readonly summary?: string
  /** A body that the route reads itself, for the reference: its media type and its schema. */
  readonly body?: { readonly type: string; readonly schema: z.ZodType }
  /** Codes of the errors that the route returns besides those of access and input, for the reference. */
  readonly problems?: readonly ErrorCode[]
}

/** A route as the runtime sees it. It has `load`, `act`, only `page`, or `handler`. */
export interface Route extends RouteRow<`/${string}`> {
  readonly returns?: z.ZodType | null
  readonly load?: (c: RequestContext, input: never) => unknown
  readonly act?: (c: RequestContext, input: never) => unknown
  readonly status?: 201 | 202
  readonly page?: LazyPage<never>
  readonly fragment?: LazyPage<never>
  readonly to?: string | ((result: never, input: never, c: RequestContext) => string | null)
  readonly toStatus?: 302
  readonly again?: Route | LazyPage<never>
  readonly ahead?: LazyPage<never>
  readonly responses?: Responses
  readonly handler?: (c: RequestContext, input: never) => Response | Promise<Response>
}

/** A route that returns a value: JSON to programs, a page to people. */
interface ReturningRoute<Path extends string, Input extends RouteInput, Returns extends z.ZodType | null, Result>
  extends RouteRow<Path, Input> {
  /**
   * Schema of the JSON body, an object; under `/admin`, `success: true` is added. `null`: 204 without a body. Absent:
   * the route shows a page to all callers, or redirects them.
   */
  readonly returns?: Returns
  /** Reads the data of the response. */
  readonly load?: (c: RequestContext, input: Given<Path, Input>) => Awaitable<Made<Returns, Result>>
  /**
   * Makes the change. A `GET` with an `act` is a link, as in emails: a browser that prefetches it changes nothing (see
   * `ahead`).
   */
  readonly act?: (c: RequestContext, input: Given<Path, Input>) => Acted<Returns, Result>
  /** Status after a successful `act`. Default: the status set with `c.status()`, or 200. */
  readonly status?: 201 | 202
  /**
   * For the reference: bodies of the other statuses that `load` or `act` sets with `c.status()`; for a route without
   * `returns`, its pages and redirects.
   */
  readonly responses?: Responses
  /** Renders the result for a browser. Never cached, unless the route has a `cache`. */
  readonly page?: LazyPage<ShownBy<Input, Returns, Result>>
  /**
   * Renders the result for a script that requests part of a page (`HX-Request`). Default: the page without its frame.
   */
  readonly fragment?: LazyPage<ShownBy<Input, Returns, Result>>
  /** Path to which a browser is redirected. Without it, or if the function returns `null`, the page is rendered. */
  readonly to?:
    | string
    | ((result: Made<Returns, Result>, input: Given<Path, Input>, c: RequestContext) => string | null)
  /** Status of the redirect. Default: 303 after an `act`, 302 after a `load`. */
  readonly toStatus?: 302
  /**
   * Route or page that shows a refused form again, with its values. A route must have the same path parameters. On a
   * GET route: the page for an invalid query or a refused link. Default: the error page.
   */
  readonly again?: Route | LazyPage<Shown<undefined, QueryOf<Input>>>
  /**
   * Page for a browser that prefetches a link; nothing has been changed, and the user can follow the link from there.
   * Without it, and for programs, the response is 200 without a body.
   */
  readonly ahead?: LazyPage<Shown<undefined, QueryOf<Input>>>
}

type Awaitable<Value> = Value | Promise<Value>

/** Return type of an `act`; ignored for a route that returns nothing. */
type Acted<Returns, Result> = [Returns] extends [never]
  ? Awaitable<Result>
  : Returns extends z.ZodType
    ? Awaitable<ResultOf<Returns>>
    : unknown

/** Schemas of bodies by status, for the reference; `null` for no body. */
interface Responses {
  readonly [status: number]: z.ZodType | null
}

/** A route that builds its responses itself: files, streams, redirects. */
interface HandledRoute<Path extends string, Input extends RouteInput> extends RouteRow<Path, Input> {
  readonly responses?: Responses
  readonly handler: (c: RequestContext, input: Given<Path, Input>) => Response | Promise<Response>
}

/** Declares a route. Its path and its schemas determine the types of its functions' input. */
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

/** Returns the responses of a route by status, for the reference; `undefined` if the route declares none. */
export function responsesOf({ path, returns, act, status, to, toStatus, responses }: Route): Responses | undefined {
  const redirect = to === undefined ? undefined : { [toStatus ?? (act === undefined ? 302 : 303)]: null }
  if (returns === undefined) return responses ?? redirect
  if (returns === null) return { 204: null, ...redirect, ...responses }
  const body = isEnveloped(path) && returns instanceof z.ZodObject ? enveloped(returns) : returns
  return { [status ?? 200]: body, ...redirect, ...responses }
}

/** Tells whether bodies at a path carry `success: true`: those under `/admin`. */
export function isEnveloped(path: string): boolean {
  return path.startsWith('/admin/') || path === '/admin'
}

function enveloped({ shape, def: { catchall = z.never() } }: z.ZodObject): z.ZodType {
  return z.object({ success: z.literal(true), ...shape }).catchall(catchall)
}
