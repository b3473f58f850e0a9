import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { ExecutionContext } from 'hono'
import type * as z from 'zod'
import type { Json } from '../fields/field-type.ts'
import type { Bindings, RequestContext } from './request.ts'
import type { RequestTrace } from './request-trace.ts'
import type { ServiceName } from './services.ts'

/** Parts of a plugin that inform the operators of the service, and parts that run outside requests. */
export interface PluginOperations<Settings extends z.ZodType = z.ZodType> {
  /**
   * Settings that can give somebody access if they change, with the kind of change that does:
   * `{ allowWrites: 'true' }`. A review points out such a change. Default: none.
   */
  readonly opens?: { readonly [Name in SettingName<NoInfer<Settings>>]?: Opening }
  /**
   * Settings that let people create accounts for themselves, with the role of such an account: `{ registration:
   * 'viewer' }`. `cms doctor` and `cms check` report what that role may read. Default: none.
   */
  readonly admits?: { readonly [Name in SettingName<NoInfer<Settings>>]?: string }
  /** Secrets that are not settings, by name. */
  readonly secrets?: { readonly [name: string]: SecretNeed }
  /**
   * Returns the settings whose secrets may be missing in an environment. Nobody is asked for these secrets. Default:
   * none.
   * @param settings the plugin's settings in the environment, including defaults; a secret is `{ $secret: 'NAME' }`
   */
  readonly optionalSecrets?: (
    environment: string,
    settings: { readonly [setting: string]: unknown },
  ) => readonly string[]
  /**
   * Returns a phrase that says how the plugin tells others the address of the service. The phrase follows the plugin's
   * name in a sentence: `sends mail with links to the service`. `null` if the plugin tells nobody. With a phrase, an
   * environment other than development needs a `domain`, or the build fails: `ownOrigin` of the kit never takes an
   * address from a request's Host. Default: `null`.
   * @param settings the plugin's settings in the environment, including defaults; a secret is `{ $secret: 'NAME' }`
   */
  readonly tellsAddress?: (settings: { readonly [setting: string]: unknown }) => string | null
  /** Services that some settings of the plugin need, for `cms doctor`. Default: none. */
  readonly needs?: readonly ServiceNeed[]
  /** Addresses in the plugin's settings that `cms doctor` requests to check that they respond. Default: none. */
  readonly reaches?: readonly AddressNeed[]
  readonly cron?: { readonly [name: string]: CronJob }
  /** Consumers of messages that `enqueue` sends, by the queue's name. */
  readonly queues?: { readonly [name: string]: QueueConsumer }
  /** Runs at the end of bootstrap if the program has changed since it last ran. It must be repeatable. */
  readonly install?: StartHook
  /**
   * Tells whether bootstrap may apply migrations by itself if the environment's `migrations` is `apply`. If one plugin
   * returns `false`, bootstrap behaves as with `check`. Default: `true`.
   */
  readonly autoMigration?: (start: { readonly env: Bindings }) => boolean
  /** Records the database statements of requests. */
  readonly observe?: Observer
  /**
   * Called with each request to the service once its response is ready. It must not wait: slow work goes to
   * `c.executionCtx.waitUntil`. An error in it is logged.
   */
  readonly trace?: (request: RequestTrace, c: RequestContext) => void
}

type SettingName<Settings extends z.ZodType> =
  unknown extends z.input<Settings> ? string : keyof z.input<Settings> & string

/**
 * Kind of change to a setting that gives somebody access:
 * - `true`, `false`: the setting becomes this value
 * - `more`: a number becomes greater, or a list or map gains an entry
 * - `less`: a number becomes smaller, or a list or map loses an entry
 * - `other`: the setting becomes any other value
 */
export type Opening = 'true' | 'false' | 'more' | 'less' | 'other'

/** A secret that a plugin needs from the worker's environment. */
export interface SecretNeed {
  /** The service refuses to start without the secret, outside development. Default `false`. */
  readonly required?: boolean
  /** If the secret is missing in development, one is generated and stored in `.dev.vars`. Default `false`. */
  readonly generate?: boolean
  /** Purpose of the secret, shown if it is missing. */
  readonly description: string
}

/** A service of another plugin that some settings need in order to have an effect. */
export interface ServiceNeed {
  readonly service: ServiceName
  /**
   * Values of settings that need the service: all of them must apply, and the config must have set at least one of
   * them.
   */
  readonly settings: { readonly [setting: string]: Json }
  /** Description of the problem that arises without the service: `Nobody can register: …`. */
  readonly problem: string
  readonly remedy: string
}

/** An address in the entries of a list setting. The response from it must contain the same address. */
export interface AddressNeed {
  /** Name of the list setting: `oidc`. */
  readonly setting: string
  /** Property of the entries that contains the address: `issuer`. */
  readonly property: string
  /** Path below the address that returns a JSON object: `/.well-known/openid-configuration`. */
  readonly path: string
  /** Property of the JSON object that must contain the same address. */
  readonly same: string
  /** Kind of service at the address, in words: `sign-in provider`. */
  readonly kind: string
}

/** Work that runs repeatedly, independent of requests. */
export interface CronJob {
  /**
   * Minutes between two runs, counted from midnight UTC: a divisor of 1440, such as 1, 5, 60 or 1440. If a run was
   * missed because there was no trigger, the next trigger makes up for it, once.
   */
  readonly everyMinutes: number
  /**
   * Does the work. The context has no user. An error is logged, and the run is repeated: in the next minute if the job
   * runs every minute, otherwise after 15 minutes. A run may happen twice, if its end could not be recorded.
   */
  readonly run: (c: RequestContext) => Promise<void>
}

/** Work that is done after the response, one message at a time. */
export interface QueueConsumer {
  /**
   * Does the work of one message. A message may arrive more than once, because the worker may end before the work is
   * recorded as done. The context has no user. An error is logged, and the message is repeated if the environment has a
   * queue.
   * @param message the sent message, as JSON
   */
  readonly run: (c: RequestContext, message: Json) => Promise<void>
}

/** A function that bootstrap runs once the schema is up to date. */
export type StartHook = (start: {
  readonly env: Bindings
  readonly db: DrizzleD1Database
  readonly execution: ExecutionContext | undefined
}) => Promise<void>

/**
 * Called after each request that has used the database. It should only record the report, because the response waits
 * for it.
 */
export type Observer = (report: RequestReport, c: RequestContext) => void

/** The statements of a request. */
export interface RequestReport {
  /** Route of the request: `GET /api/posts/:id`; `null` if no route matched. */
  readonly route: string | null
  /** Statements in the order in which they finished. */
  readonly statements: readonly StatementReport[]
}

/** Cost of a statement. */
export interface StatementReport {
  /** SQL without values. */
  readonly sql: string
  /** Duration in milliseconds: SQLite's own if D1 reports it, else the time until the response. */
  readonly durationMs: number
  /**
   * `null` if D1 does not report it, as for statements that return bare values, which drizzle uses for single queries.
   */
  readonly rowsRead: number | null
  readonly rowsWritten: number | null
}
