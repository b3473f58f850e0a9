import type { Json } from './fields/field-type.ts'
import type { RequestContext } from './request.ts'

/** The events that hooks listen to (specification, "Events"). */
export type EventName =
  | 'auth:login'
  | 'auth:logout'
  | 'request:start'
  | 'media:upload'
  | 'media:delete'
  | 'content:save'
  | 'content:update'
  | 'content:delete'
  | 'user:update'

/** Events about which plugins are asked beforehand. */
export type BeforeEventName = 'before:content:save' | 'before:content:delete' | 'before:media:delete'

/** An event as a hook receives it (contract, section 6). */
export interface HookEvent {
  readonly event: EventName
  /** ISO 8601, UTC. */
  readonly at: string
  /** The user who caused it. */
  readonly actor: string | null
  readonly requestId: string
  readonly collection?: string
  readonly id?: string
  readonly before?: Json
  readonly after?: Json
  /** Events of authentication: who tried, and from where. */
  readonly email?: string
  readonly ip?: string
  /** Events of media: the item. */
  readonly item?: Json
}

/** An event that a hook is asked about. */
export interface BeforeEvent extends Omit<HookEvent, 'event'> {
  readonly event: BeforeEventName
}

/**
 * A hook. `request:start` hooks run in order before access is checked and may set the user; an error in one ends the
 * request. All others run after what they tell of is stored; their errors are logged and change nothing.
 */
export type Hook = (event: HookEvent, c: RequestContext) => void | Promise<void>

/**
 * A hook that is asked before a change is stored, in the order of the plugins; each sees what those before it made of
 * it.
 * An `HttpError` refuses the change with that answer; any other error refuses it too, as a fault of the service.
 * @returns `before:content:save`: fields with new values, which are validated as those of a body are; slugs are made of
 * them afterwards. Nothing, and for all other events: it goes on as it is.
 */
export type BeforeHook = (
  event: BeforeEvent,
  c: RequestContext,
) => undefined | FieldChanges | Promise<undefined | FieldChanges>

export interface FieldChanges {
  readonly [field: string]: Json
}
