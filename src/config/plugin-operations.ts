import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { ExecutionContext } from 'hono'
import type * as z from 'zod'
import type { Json } from '../fields/field-type.ts'
import type { Bindings, RequestContext } from './request.ts'
import type { RequestTrace } from './request-trace.ts'
import type { ServiceName } from './services.ts'

/** Parts of a plugin that whoever runs the service is told about, and parts that run besides requests. */
export interface PluginOperations<Settings extends z.ZodType = z.ZodType> {
  /**
   * Settings that open something to somebody, by name: `{ allowWrites: 'true' }`. A review tells such a change apart
   * from others. Default: none.
   */
  readonly opens?: { readonly [Name in SettingName<NoInfer<Settings>>]?: Opening }
  /**
   * Settings with which people make accounts for themselves, and the role of such an account: `{ registration: 'viewer' }`.
   * `cms doctor` and `cms check` tell what it may read. Default: none.
   */
  readonly admits?: { readonly [Name in SettingName<NoInfer<Settings>>]?: string }
  /** Secrets that are not settings, by name. */
  readonly secrets?: { readonly [name: string]: SecretNeed }
  /**
   * Settings whose secrets may be missing in an environment: there nobody is asked for them. Default: none.
   * @param settings as given for the environment, defaults filled in, a secret as `{ $secret: 'NAME' }`
   */
  readonly optionalSecrets?: (
    environment: string,
    settings: { readonly [setting: string]: unknown },
  ) => readonly string[]
  /**
   * Says what the plugin does with addresses of the service that it tells others, to go on from its name: `sends mail with links
   * to the service`. An environment other than development then needs a `domain`, or the build fails: `ownOrigin` of the kit
   * makes no address from a request's Host. Default: nothing.
   * @param settings as given for the environment, defaults filled in, a secret as `{ $secret: 'NAME' }`
   */
  readonly tellsAddress?: (settings: { readonly [setting: string]: unknown }) => string | null
  /** Services that some of its settings need, for `cms doctor`. Default: none. */
  readonly needs?: readonly ServiceNeed[]
  /** Addresses in its settings that must respond, for `cms doctor`, which asks them. Default: none. */
  readonly reaches?: readonly AddressNeed[]
  readonly cron?: { readonly [name: string]: CronJob }
  /** Consumers of what `enqueue` sends, by the queue's name. */
  readonly queues?: { readonly [name: string]: QueueConsumer }
  /** Runs when bootstrap has found something new: a schema, a plugin, settings. Must be repeatable. */
  readonly install?: StartHook
  /**
   * Tells whether bootstrap may apply migrations by itself where the environment says `apply`. One plugin that says no
   * makes
   * it behave as `check`. Default: yes.
   */
  readonly autoMigration?: (start: { readonly env: Bindings }) => boolean
  /** Notes what requests ask of the database. */
  readonly observe?: Observer
  /**
   * Told of each request of the service once its answer is there. It must not wait: what takes time goes to
   * `c.executionCtx.waitUntil`. An error in it is logged.
   */
  readonly trace?: (request: RequestTrace, c: RequestContext) => void
}

type SettingName<Settings extends z.ZodType> =
  unknown extends z.input<Settings> ? string : keyof z.input<Settings> & string

/**
 * A change of a setting that gives somebody something new: that it becomes `true`, becomes `false`,
 * grows (a number, or a list or map that gets an entry it did not have), shrinks (a number, or one that loses an
 * entry), or is any other value than before.
 */
export type Opening = 'true' | 'false' | 'more' | 'less' | 'other'

/** A secret that a plugin needs from the worker's environment. */
export interface SecretNeed {
  /** The service refuses to start without it, outside development. Default `false`. */
  readonly required?: boolean
  /** Missing in development: one is generated and kept in `.dev.vars`. Default `false`. */
  readonly generate?: boolean
  /** Purpose, shown where it is missing. */
  readonly description: string
}

/** A service of another plugin without which some settings are of no use. */
export interface ServiceNeed {
  readonly service: ServiceName
  /** Values of settings with which it is needed: all of them hold, and the config chose one at least. */
  readonly settings: { readonly [setting: string]: Json }
  /** The problem without it: `Nobody can register: …`. */
  readonly problem: string
  readonly remedy: string
}

/** An address in the entries of a list setting that must answer for itself. */
export interface AddressNeed {
  /** The list: `oidc`. */
  readonly setting: string
  /** The property of its entries that is the address: `issuer`. */
  readonly property: string
  /** Path below the address at which a JSON object is: `/.well-known/openid-configuration`. */
  readonly path: string
  /** The property of that object that is the address again. */
  readonly same: string
  /** The kind of thing that is there, for people: `sign-in provider`. */
  readonly kind: string
}

/** Work that no request asks for, done again and again. */
export interface CronJob {
  /**
   * Minutes between two runs, counted from midnight UTC: a divisor of 1440, such as 1, 5, 60 or 1440. A run
   * that no trigger came for is made up for by the next trigger, once.
   */
  readonly everyMinutes: number
  /**
   * The context has no user. An error is logged, and the run comes again, with the next minute where it runs every
   * minute
   * and after 15 minutes where it does not. It may come twice: a run whose end nobody could write down is one more.
   */
  readonly run: (c: RequestContext) => Promise<void>
}

/** Work that is handed over to be done after the answer, one message at a time. */
export interface QueueConsumer {
  /**
   * Does the work of one message, which may come more than once: the worker may end before it is told that the work is
   * done. The context has no user. An error is logged, and the message comes again where the environment has a queue.
   * @param message what was sent, as JSON
   */
  readonly run: (c: RequestContext, message: Json) => Promise<void>
}

/** A function that runs once per isolate, at the end of bootstrap, with the schema in place. */
export type StartHook = (start: {
  readonly env: Bindings
  readonly db: DrizzleD1Database
  readonly execution: ExecutionContext | undefined
}) => Promise<void>

/** Is told after each request that has asked the database: only to note it, since the answer waits for it. */
export type Observer = (report: RequestReport, c: RequestContext) => void

/** The statements of a request. */
export interface RequestReport {
  /** `GET /api/posts/:id`; `null` where the request came to no route. */
  readonly route: string | null
  /** In the order of the answers. */
  readonly statements: readonly StatementReport[]
}

/** Cost of a statement. */
export interface StatementReport {
  /** Without values. */
  readonly sql: string
  /** SQLite's own time where D1 tells it, else the time until the answer; in milliseconds. */
  readonly durationMs: number
  /** `null` where D1 does not tell: of statements that give bare values, as drizzle asks for them one by one. */
  readonly rowsRead: number | null
  readonly rowsWritten: number | null
}
