import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { ExecutionContext, MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import type { FieldData, FieldType, Json } from '../fields/field-type.ts'
import type { AdminPage } from './admin-page.ts'
import type { BucketFiles } from './bucket-files.ts'
import type { DashboardSection } from './dashboard-section.ts'
import type { DocumentPanel } from './document-panel.ts'
import type { Hooks } from './hooks.ts'
import type { MessageFiles } from './messages.ts'
import { withOrigin } from './origin.ts'
import type { Routes } from './plugin-routes.ts'
import type { Bindings, RequestContext } from './request.ts'
import type { RequestTrace } from './request-trace.ts'
import type { WithSecrets } from './secret.ts'
import type { ServiceName, Services } from './services.ts'

/** Work that is handed over to be done after the answer, one message at a time. */
export interface QueueConsumer {
  /**
   * Does the work of one message, which may come more than once: the worker may end before it is told that the work is
   * done. The context has no user. An error is logged, and the message comes again where the environment has a queue.
   * @param message what was sent, as JSON
   */
  readonly run: (c: RequestContext, message: Json) => Promise<void>
}

/** Sample data for a plugin's pages and tables, made by the seed data plugin. */
export interface SampleData {
  /**
   * Makes sample rows, the same for the same seed, after the collections have theirs.
   * @param sample `count`: how many documents a collection was given; `documents`: some of those that were made with
   * this
   * seed, at most 100, in the order of their ids
   * @returns how many rows it made
   */
  readonly make: (
    c: RequestContext,
    sample: {
      readonly seed: number
      readonly count: number
      readonly documents: readonly { readonly collection: string; readonly id: string }[]
    },
  ) => Promise<number>
  /** Removes what `make` made and nothing else. */
  readonly clear: (c: RequestContext) => Promise<void>
}

/** Documents of one collection, as a command writes them. */
export interface ImportedDocuments {
  readonly collection: { readonly name: string; readonly fields: readonly FieldData[] }
  readonly documents: readonly { readonly id: string; readonly fields: { readonly [field: string]: Json } }[]
}

/** A statement whose `?1` is a JSON text with rows, as `json_each` reads them, and the rows. */
export interface RowsStatement {
  readonly sql: string
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** A secret that a plugin needs from the worker's environment. */
export interface SecretNeed {
  /** The service refuses to start without it, outside development. Default `false`. */
  readonly required?: boolean
  /** Missing in development: one is generated and kept in `.dev.vars`. Default `false`. */
  readonly generate?: boolean
  /** Purpose, shown where it is missing. */
  readonly description: string
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

/** The statements of a request. */
export interface RequestReport {
  /** `GET /api/posts/:id`; `null` where the request came to no route. */
  readonly route: string | null
  /** In the order of the answers. */
  readonly statements: readonly StatementReport[]
}

/** Is told after each request that has asked the database: only to note it, since the answer waits for it. */
export type Observer = (report: RequestReport, c: RequestContext) => void

/** A function that runs once per isolate, at the end of bootstrap, with the schema in place. */
export type StartHook = (start: {
  readonly env: Bindings
  readonly db: DrizzleD1Database
  readonly execution: ExecutionContext | undefined
}) => Promise<void>

/** A reference of a document to an object of a plugin's table, as somebody has chosen it. */
export interface ChosenObject {
  readonly id: string
  /** Position in the document: `cover`, `sections.2.image`. */
  readonly path: string
  /** Options of the field, as declared. */
  readonly options: { readonly [option: string]: unknown }
}

/** A plugin's table as populated references show it: `field.media` leads to `media`. */
export interface ReferenceTarget {
  /** Of one object, for the reference. */
  readonly schema: z.ZodType
  /**
   * Objects by id, in one round trip. What the caller may not see is not among them, and stays an id. What anonymous
   * callers see is the same for all of them and follows from the rows alone: it is cached.
   */
  readonly read: (c: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, Json>>
  /**
   * Columns that the objects are made from, by the names of table and column in the database. A cached response that
   * shows an object is made again once one of them changes, or its row is gone.
   */
  readonly shows: { readonly [table: string]: readonly string[] }
  /**
   * Says which objects do not meet the options of their field. Asked about each reference that is new to a document,
   * whoever writes it, before it is stored. Absent: every object will do.
   */
  readonly refuses?: (
    c: RequestContext,
    chosen: readonly ChosenObject[],
  ) => Promise<readonly { readonly path: string; readonly code: string; readonly message: string }[]>
}

/** Routes by which `cms import` puts files into a plugin's table, which fields refer to. */
export interface UploadRoutes {
  /**
   * Path of a POST route that takes a multipart form with a field `folder` and one part `file`, and gives
   * `{ data: { id, url } }`.
   */
  readonly upload: string
  /** Path of a PATCH route that takes `{ title, alt }` as JSON; `:id` stands for the file's id. Absent: there is none. */
  readonly describe?: string
}

/** A question about the database whose every row is something wrong. */
export interface IntegrityCheck {
  /** The problem where there are rows: `Media without their file`. */
  readonly problem: string
  /** One SELECT. Its column `what` names what is wrong. */
  readonly sql: string
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

/**
 * A change of a setting that gives somebody something new: that it becomes `true`, becomes `false`,
 * grows (a number, or a list or map that gets an entry it did not have), shrinks (a number, or one that loses an
 * entry), or is any other value than before.
 */
export type Opening = 'true' | 'false' | 'more' | 'less' | 'other'

type SettingName<Settings extends z.ZodType> =
  unknown extends z.input<Settings> ? string : keyof z.input<Settings> & string

/** A setting that will not do. */
export interface SettingRefusal {
  /** Path in the settings: `['endpoints', 0, 'url']`. */
  readonly path: readonly (string | number)[]
  /** The requirement that it does not meet, to go on from its name: `must be an https address in production`. */
  readonly demanded: string
}

export interface PluginSpec<Settings extends z.ZodType = z.ZodType> {
  readonly name: string
  /** Semantic version. */
  readonly version: string
  readonly description?: string
  /** Names of plugins that must be present and active. The only ones it may import from. */
  readonly dependencies?: readonly string[]
  /** A zod object, strict. zod 4, or zod 3 from an older plugin. */
  readonly settings?: Settings
  /**
   * Defaults of settings that are others in some environments: `{ development: { registration: true } }`. They stand in
   * place of those of the schema, and give way to what the config says. Default: none.
   */
  readonly environmentDefaults?: { readonly [environment: string]: Partial<z.input<NoInfer<Settings>>> }
  /**
   * Settings that open something to somebody, by name: `{ allowWrites: 'true' }`. A review tells such a change apart
   * from others. Default: none.
   */
  readonly opens?: { readonly [Name in SettingName<NoInfer<Settings>>]?: Opening }
  /**
   * Checks settings that are wrong in one environment and not in another, where the schema takes them: each is an error
   * of the build, at the setting's line. Default: nothing.
   * @param settings as given for the environment, defaults filled in, a secret as `{ $secret: 'NAME' }`
   * @param project `roles`: the names of all roles; `domain`: the environment's, or `null`
   */
  readonly checkSettings?: (
    environment: string,
    settings: { readonly [setting: string]: unknown },
    project: { readonly roles: readonly string[]; readonly domain: string | null },
  ) => readonly SettingRefusal[]
  /**
   * Says what the plugin does with addresses of the service that it tells others, to go on from its name: `sends mail with links
   * to the service`. An environment other than development then needs a `domain`, or the build fails: `ownOrigin` of the kit
   * makes no address from a request's Host. Default: nothing.
   * @param settings as given for the environment, defaults filled in, a secret as `{ $secret: 'NAME' }`
   */
  readonly tellsAddress?: (settings: { readonly [setting: string]: unknown }) => string | null
  /**
   * Settings whose secrets may be missing in an environment: there nobody is asked for them. Default: none.
   * @param settings as given for the environment, defaults filled in, a secret as `{ $secret: 'NAME' }`
   */
  readonly optionalSecrets?: (
    environment: string,
    settings: { readonly [setting: string]: unknown },
  ) => readonly string[]
  /** Secrets that are not settings, by name. */
  readonly secrets?: { readonly [name: string]: SecretNeed }
  /** Drizzle tables, created and migrated with everything else. */
  readonly tables?: { readonly [name: string]: SQLiteTable }
  /**
   * Columns that nobody reads through the admin, by the names of table and column in the database: what lets somebody
   * in,
   * such as the text of a mail with a link. Columns named like secrets (`password_hash`, `token`) need no mention.
   */
  readonly secretColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Columns that hold the name of a collection, as text, by the names of table and column in the database. Where a
   * collection is renamed, the migration renames it there.
   */
  readonly collectionColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Columns that hold the id of the account to which a row belongs, by the names of table and column in the database.
   * Where an account is deleted, its rows are deleted with it. Columns that only say who did something are not among
   * them: they keep the id.
   */
  readonly accountColumns?: { readonly [table: string]: readonly string[] }
  /**
   * Tables that decide who may do what, or what is sent, by their names in the database: accounts, sessions, tokens,
   * permissions, mail that waits. A migration written by hand that writes to one of them, or copies from one, is shown
   * in a review as opening access. Default: none.
   */
  readonly accessTables?: readonly string[]
  /**
   * Tables whose rows stay as they are where a backup is restored from the admin, by their names in the database:
   * sessions and links that have ended since must not open anything again, and what was sent must not be sent twice.
   * Default: none.
   */
  readonly keptTables?: readonly string[]
  /**
   * Routes by name, or a function that loads the module that exports them, `() => import('./routes.ts')`: it is
   * evaluated when the first request for one of them comes, and not at the start of the worker.
   */
  readonly routes?: Routes | (() => Promise<Routes>)
  /** Pages with a line in the admin's menu. Each is a GET route as well, under its own name here. */
  readonly adminPages?: { readonly [name: string]: AdminPage }
  /** Its parts of the page of a document's form, by name. */
  readonly documentPanels?: { readonly [name: string]: DocumentPanel }
  /** Its parts of the dashboard, by name. */
  readonly dashboardSections?: { readonly [name: string]: DashboardSection }
  /** Translations of its pages' texts: `{ de: () => import('./messages/de.ts') }`. */
  readonly messages?: MessageFiles
  readonly hooks?: Hooks
  /** Services for other plugins and the runtime: see `serviceOf` in the kit. Created again for each use. */
  readonly services?: {
    readonly [Name in ServiceName]?: (c: RequestContext) => Services[Name] | Promise<Services[Name]>
  }
  /** Of its tables those that collections may refer to and populate, by the table's name. */
  readonly targets?: { readonly [table: string]: ReferenceTarget }
  /** Of its targets those that are files, with the routes that take them in, by the table's name. */
  readonly uploads?: { readonly [table: string]: UploadRoutes }
  /** Checks of its tables, for `cms doctor`. Each reads whole tables. Default: nothing. */
  readonly integrity?: readonly IntegrityCheck[]
  /** Its files in the bucket, for `cms doctor`. Default: none. */
  readonly bucketFiles?: BucketFiles
  /** Services that some of its settings need, for `cms doctor`. Default: none. */
  readonly needs?: readonly ServiceNeed[]
  /** Addresses in its settings that must respond, for `cms doctor`, which asks them. Default: none. */
  readonly reaches?: readonly AddressNeed[]
  /**
   * Settings with which people make accounts for themselves, and the role of such an account: `{ registration: 'viewer' }`.
   * `cms doctor` and `cms check` tell what it may read. Default: none.
   */
  readonly admits?: { readonly [Name in SettingName<NoInfer<Settings>>]?: string }
  readonly cron?: { readonly [name: string]: CronJob }
  /** Consumers of what `enqueue` sends, by the queue's name. */
  readonly queues?: { readonly [name: string]: QueueConsumer }
  readonly sampleData?: SampleData
  /**
   * Writes what the plugin stores about documents, in the transaction in which `cms import` writes them, of which no
   * hook
   * is told. A document that is replaced is among them, too. Runs on the command line; its statements may come again.
   */
  readonly imported?: (documents: ImportedDocuments) => readonly RowsStatement[]
  /** Hono middleware for requests to the plugin's own routes, in order. */
  readonly middleware?: readonly MiddlewareHandler[]
  /** Types of field that collections may then use. */
  readonly fieldTypes?: readonly FieldType[]
  /**
   * Tells whether bootstrap may apply migrations by itself where the environment says `apply`. One plugin that says no
   * makes
   * it behave as `check`. Default: yes.
   */
  readonly autoMigration?: (start: { readonly env: Bindings }) => boolean
  /** Notes what requests ask of the database. */
  readonly observe?: Observer
  /** Runs when bootstrap has found something new: a schema, a plugin, settings. Must be repeatable. */
  readonly install?: StartHook
  /**
   * Told of each request of the service once its answer is there. It must not wait: what takes time goes to
   * `c.executionCtx.waitUntil`. An error in it is logged.
   */
  readonly trace?: (request: RequestTrace, c: RequestContext) => void
  /** Cannot be turned off in the admin. Default `false`. */
  readonly essential?: boolean
  /** Environments it exists in. Default: all. */
  readonly environments?: readonly string[]
}

/** A plugin with the settings given in the config. */
export interface PluginUse {
  readonly plugin: PluginSpec
  readonly settings: { readonly [name: string]: unknown }
}

type SettingsInput<Settings extends z.ZodType> = WithSecrets<z.input<Settings>>

/** Takes a plugin into the config. Without required settings it is called with `{}` or nothing. */
export type PluginFactory<Settings extends z.ZodType> = (Record<never, never> extends z.input<Settings>
  ? (settings?: SettingsInput<Settings>) => PluginUse
  : (settings: SettingsInput<Settings>) => PluginUse) & { readonly plugin: PluginSpec<Settings> }

/** Declares a plugin. The default export of its `plugin.ts`, and the only declaration it needs. */
export function definePlugin<Settings extends z.ZodType = z.ZodObject<Record<never, never>>>(
  spec: PluginSpec<Settings>,
): PluginFactory<Settings> {
  const plugin = withOrigin({ ...spec }, definePlugin)
  const use = (settings = {}) => withOrigin({ plugin, settings }, use)
  return Object.assign(use, { plugin }) as unknown as PluginFactory<Settings>
}
