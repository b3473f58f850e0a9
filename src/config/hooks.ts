import type { Json } from '../fields/field-type.ts'
import type { Register } from '../ground/register.ts'
import type { RequestContext } from './request.ts'

/** The events that hooks listen to. */
export type EventName =
  | 'auth:login'
  | 'auth:logout'
  | 'request:start'
  | 'media:upload'
  | 'media:delete'
  | 'content:save'
  | 'content:update'
  | 'content:draft'
  | 'content:delete'
  | 'content:restore'
  | 'content:purge'
  | 'user:update'

/** The events whose hooks run before a change and can refuse it. */
export type BeforeEventName = 'before:content:save' | 'before:content:delete' | 'before:media:delete'

/** An event as a hook receives it. */
export interface HookEvent {
  readonly event: EventName
  /** ISO 8601, UTC. */
  readonly at: string
  /** Id of the user who caused the event; `null` without one. */
  readonly actor: string | null
  readonly requestId: string
  readonly collection?: string
  readonly id?: string
  readonly before?: Json
  readonly after?: Json
  /** Set when pending changes to a published document are saved or about to be published. */
  readonly draft?: DraftNote
  /** Email address and IP address of the caller, for authentication events. */
  readonly email?: string
  readonly ip?: string
  /** The media item, for media events. */
  readonly item?: Json
}

/** Describes pending changes to a published document to `before:content:save`. */
export interface DraftNote {
  /** Number of the pending changes in the document's history: 7 in the version `3.7`. */
  readonly revision: number
  /** `true` when the changes become public, now or at `after.scheduledAt`; `false` while only editors see them. */
  readonly publishes: boolean
}

/** An event that is sent to hooks before a change is stored. */
export interface BeforeEvent extends Omit<HookEvent, 'event'> {
  readonly event: BeforeEventName
}

/**
 * Documents as hooks receive them, and the changes that hooks may return, by collection. Before the first build any
 * collection may have any fields.
 */
type Stored = Register extends { stored: infer Collections } ? Collections : AnyStored

interface AnyStored {
  readonly [collection: string]: { readonly document: Json; readonly changes: { readonly [field: string]: Json } }
}

/** Properties that all events of documents have. */
interface ContentEvent<Name, Event extends string> extends Omit<HookEvent, 'event' | 'collection' | 'id'> {
  readonly event: Event
  readonly collection: Name
  readonly id: string
}

/** States of the document in each event. */
interface ContentStates<Document> {
  'content:save': { readonly before: Document | null; readonly after: Document }
  'content:update': { readonly before: Document; readonly after: Document }
  /** Pending changes to a published document were saved or discarded; what readers see has not changed. */
  'content:draft': { readonly before: Document; readonly after: Document }
  /** `before` is absent when the document is deleted together with another one. */
  'content:delete': { readonly before?: Document; readonly after: null }
  /** A document was restored from the trash; `content:save` is sent as well. */
  'content:restore': { readonly before: null; readonly after: Document }
  /** A document in the trash was removed permanently. */
  'content:purge': { readonly after: null }
  'before:content:save': { readonly before: Document | null; readonly after: Document }
  'before:content:delete': { readonly before?: Document; readonly after: null }
}

type StoredName = keyof Stored & string

type ContentEventName = keyof ContentStates<unknown>

/** The properties of an interface as a plain object type, which is assignable to JSON. */
type Plain<Document> = { [Property in keyof Document]: Document[Property] }

/** The event of any document; `collection` determines the document's type. */
type ContentEventOf<Event extends ContentEventName> = {
  [Name in StoredName]: ContentEvent<Name, Event> & ContentStates<Plain<Stored[Name]['document']>>[Event]
}[StoredName]

/**
 * An event by its name. Once the project is built, events of documents are typed by collection: `if (event.collection
 * === 'posts') event.after.title`.
 */
export type EventOf<Event extends EventName | BeforeEventName> = Event extends ContentEventName
  ? ContentEventOf<Event>
  : Event extends EventName
    ? HookEvent
    : BeforeEvent

/**
 * A function that is called for events. Hooks for `request:start` run in order before access is checked and may set the
 * user; an error in one ends the request. All others run after the change is stored; their errors are logged and have
 * no effect.
 */
export type Hook<Event extends HookEvent = HookEvent> = (event: Event, c: RequestContext) => void | Promise<void>

/**
 * A function that is called before a change is stored. Hooks run in the order of the plugins, and each sees the changes
 * of those before it. A thrown `HttpError` refuses the change with that response; any other error refuses it too, as an
 * internal error.
 * @returns for `before:content:save`: fields with new values, which are validated like a request body before slugs are
 * made from them. `undefined`, and any result for other events, leaves the change as it is.
 */
export type BeforeHook<Event extends BeforeEvent = BeforeEvent> = (
  event: Event,
  c: RequestContext,
) => undefined | FieldChanges | Promise<undefined | FieldChanges>

/** New values by field. */
export type FieldChanges = AnyChanges | Stored[StoredName]['changes']

interface AnyChanges {
  readonly [field: string]: Json
}

/** Hooks by the name of the event for which they are called. */
export type Hooks = { readonly [Event in EventName]?: Hook<EventOf<Event>> } & {
  readonly [Event in BeforeEventName]?: BeforeHook<EventOf<Event>>
}
