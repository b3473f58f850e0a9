import type { Json } from '../fields/field-type.ts'
import type { Register } from './register.ts'
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
  | 'content:draft'
  | 'content:delete'
  | 'content:restore'
  | 'content:purge'
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
  /** Set where pending changes of a published document are kept, or are about to be published. */
  readonly draft?: DraftNote
  /** Events of authentication: who tried, and from where. */
  readonly email?: string
  readonly ip?: string
  /** Events of media: the item. */
  readonly item?: Json
}

/** Pending changes of a published document, as `before:content:save` tells of them. */
export interface DraftNote {
  /** Number of the change: that of its version. */
  readonly revision: number
  /** They become public: now, or at the time that `after.scheduledAt` says. Otherwise nobody sees them yet. */
  readonly publishes: boolean
}

/** An event that a hook is asked about. */
export interface BeforeEvent extends Omit<HookEvent, 'event'> {
  readonly event: BeforeEventName
}

/**
 * Documents by collection, as hooks are told of them, and the changes that they may ask for. Before the first build any
 * collection may have any fields.
 */
type Stored = Register extends { stored: infer Collections } ? Collections : AnyStored

interface AnyStored {
  readonly [collection: string]: { readonly document: Json; readonly changes: { readonly [field: string]: Json } }
}

/** Properties that the events of a document have in common. */
interface ContentEvent<Name, Event extends string> extends Omit<HookEvent, 'event' | 'collection' | 'id'> {
  readonly event: Event
  readonly collection: Name
  readonly id: string
}

/** States of a document that an event tells of. */
interface ContentStates<Document> {
  'content:save': { readonly before: Document | null; readonly after: Document }
  'content:update': { readonly before: Document; readonly after: Document }
  /** Changes of a published document are kept, or given up; nothing that readers see has changed. */
  'content:draft': { readonly before: Document; readonly after: Document }
  /** `before` is absent where the document goes along with another one. */
  'content:delete': { readonly before?: Document; readonly after: null }
  /** A document that comes back from the trash; `content:save` is told as well. */
  'content:restore': { readonly before: null; readonly after: Document }
  /** A document in the trash is gone for good. */
  'content:purge': { readonly after: null }
  'before:content:save': { readonly before: Document | null; readonly after: Document }
  'before:content:delete': { readonly before?: Document; readonly after: null }
}

type StoredName = keyof Stored & string

type ContentEventName = keyof ContentStates<unknown>

/** Properties of an interface as those of a plain object, which JSON is. */
type Plain<Document> = { [Property in keyof Document]: Document[Property] }

/** The event of some document: `collection` tells of which type it is. */
type ContentEventOf<Event extends ContentEventName> = {
  [Name in StoredName]: ContentEvent<Name, Event> & ContentStates<Plain<Stored[Name]['document']>>[Event]
}[StoredName]

/**
 * An event by its name. Once the project is built, the events of documents are typed by collection:
 * `if (event.collection === 'posts') event.after.title`.
 */
export type EventOf<Event extends EventName | BeforeEventName> = Event extends ContentEventName
  ? ContentEventOf<Event>
  : Event extends EventName
    ? HookEvent
    : BeforeEvent

/**
 * A hook. `request:start` hooks run in order before access is checked and may set the user; an error in one ends the
 * request. All others run after what they tell of is stored; their errors are logged and change nothing.
 */
export type Hook<Event extends HookEvent = HookEvent> = (event: Event, c: RequestContext) => void | Promise<void>

/**
 * A hook that is asked before a change is stored, in the order of the plugins; each sees what those before it made of
 * it.
 * An `HttpError` refuses the change with that answer; any other error refuses it too, as a fault of the service.
 * @returns `before:content:save`: fields with new values, which are validated as those of a body are; slugs are made of
 * them afterwards. Nothing, and for all other events: it goes on as it is.
 */
export type BeforeHook<Event extends BeforeEvent = BeforeEvent> = (
  event: Event,
  c: RequestContext,
) => undefined | FieldChanges | Promise<undefined | FieldChanges>

/** Fields with new values. */
export type FieldChanges = AnyChanges | Stored[StoredName]['changes']

interface AnyChanges {
  readonly [field: string]: Json
}

/** Hooks by the event that they are called for. */
export type Hooks = { readonly [Event in EventName]?: Hook<EventOf<Event>> } & {
  readonly [Event in BeforeEventName]?: BeforeHook<EventOf<Event>>
}
