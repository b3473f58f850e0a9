import type * as z from 'zod'
import type { AccessRule } from './access.ts'
import type { CacheRule } from './cache.ts'
import { withOrigin } from './origin.ts'
import type { RequestContext } from './request.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Schemas of what a route takes; what they refuse never reaches the handler. */
export interface RouteInput {
  /** A JSON body. */
  readonly json?: z.ZodType
  /** The fields of a form, urlencoded or multipart. */
  readonly form?: z.ZodType
  /** Query parameters. Use `z.coerce` for numbers. */
  readonly query?: z.ZodType
}

/** What the handler is given: the output of each schema. */
export type Parsed<Input extends RouteInput> = {
  readonly [Part in keyof Input]: Input[Part] extends z.ZodType ? z.output<Input[Part]> : never
}

export interface Route<Input extends RouteInput = RouteInput> {
  readonly method: Method
  /** Hono's pattern: `/admin/users/:id/toggle`. A trailing `/*` takes every path below. */
  readonly path: `/${string}`
  /** Required: a route that does not say who may call it is a build error. */
  readonly access: AccessRule
  readonly input?: Input
  /** How long the answer to an anonymous GET may be kept. It is given an ETag. Default: not at all. */
  readonly cache?: CacheRule
  /**
   * Whether a change that somebody makes here is written to the audit log, as `<plugin>.<route>`, when the handler writes
   * no line itself. Default `true`; `false` for what changes nothing that anybody would ask about.
   */
  readonly audit?: boolean
  /**
   * Answers while migrations are pending, too: what tells of them, and what applies them.
   * Default `false`: 503 `schema_pending`.
   */
  readonly whilePending?: boolean
  /** One line for the reference. */
  readonly summary?: string
  /** A body that the handler reads itself, for the reference: its media type and what it holds. */
  readonly body?: { readonly type: string; readonly schema: z.ZodType }
  /** Bodies by status, for the reference: a JSON schema's source, or `null` for none. */
  readonly responses?: { readonly [status: number]: z.ZodType | null }
  /** Codes of the errors it answers with besides those of its access and its input, for the reference. */
  readonly problems?: readonly string[]
  readonly handler: (c: RequestContext, input: Parsed<Input>) => Response | Promise<Response>
}

/** Declares a route; the handler's input is typed by the schemas. */
export function defineRoute<const Input extends RouteInput = Record<never, never>>(
  route: Route<Input> & { readonly input?: Input },
): Route {
  return withOrigin({ ...route }, defineRoute) as unknown as Route
}
