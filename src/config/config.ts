import type { Permission } from './access.ts'
import type { Collection } from './collection.ts'
import { withOrigin } from './origin.ts'
import type { PluginUse } from './plugin.ts'

/** Behavior of bootstrap when migrations are pending. */
export type MigrationMode = 'apply' | 'check' | 'off'

/** The callers who are told durations. */
export type ServerTiming = 'all' | 'admins' | 'off'

/** Host that runs a service: Cloudflare's network, or Node on a machine of one's own. */
export type Host = 'cloudflare' | 'node'

/** A folder that `cms deploy` writes builds into, on this machine or on one that is reached by SSH. */
export interface DeployTarget {
  /** Absolute: `releases/` and the link `current` lie in it. */
  readonly folder: string
  /** The machine, as `ssh` knows it: `deploy@cms.example.com`. Default: this one. */
  readonly ssh?: string
  /** The service's data there, its `DATA_FOLDER`, absolute. Default: `data` in the folder. */
  readonly data?: string
  /** A command there that makes the server take the new build: `sudo systemctl reload cms`. Default: SIGHUP to the server. */
  readonly reload?: string
}

/** One deployment. `development: {}` is complete. */
export interface Environment {
  /** Host that runs it. Development runs on this machine in any case, as on Cloudflare. Default `cloudflare`. */
  readonly host?: Host
  /** The place that `cms deploy` brings it to. Host `node` only. */
  readonly deploy?: DeployTarget
  /** The host name it answers at, without a scheme. Development: `localhost:8787`. */
  readonly domain?: string
  /** The D1 database's name. Cloudflare only, as are bucket, KV, images, queue and analytics. Default: the config's name with the environment's, `newsroom-production`. */
  readonly database?: string
  /** The R2 bucket for media. Default as `database`, with `-media`. */
  readonly bucket?: string
  /** The KV namespace's id. */
  readonly kv?: string
  /** Public variables of the worker. */
  readonly vars?: { readonly [name: string]: string }
  /** Features that are on or off here: `newEditor` is the worker's variable `FEATURE_NEW_EDITOR`. Absent: off. */
  readonly features?: { readonly [feature: string]: boolean }
  /** A host name in front of this service for public files: the variable `CDN_DOMAIN`. Default: the service's own. */
  readonly cdnDomain?: string
  /** The account hash of Cloudflare Images, for addresses of pictures kept there: the variable `IMAGES_ACCOUNT_ID`. */
  readonly imagesAccountId?: string
  /**
   * Binds Cloudflare Images as `IMAGES`, which makes large pictures smaller before they are decoded. Default `false`.
   */
  readonly images?: boolean
  /** A queue that carries the work of plugins, bound as `QUEUE`. Default: none, and the worker does it by itself. */
  readonly queue?: string
  /**
   * The callers who get `Server-Timing`: everybody, administrators who are signed in, or nobody.
   * Default: `all` in development, `admins` elsewhere.
   */
  readonly serverTiming?: ServerTiming
  /**
   * A dataset of the Analytics Engine, bound as `ANALYTICS`, that gets a data point for each request. Default: none.
   */
  readonly analytics?: string
  /**
   * Serves the Model Context Protocol at `/mcp`: coding agents and other programs read schema, content and documentation
   * there, as the caller whose token they hold may. Default `false`: there is no such route.
   */
  readonly mcp?: boolean
  /** Default: `apply` in development, `check` elsewhere. */
  readonly migrations?: MigrationMode
  /** Settings that differ from those of the plugin's call, by plugin name. */
  readonly plugins?: { readonly [plugin: string]: { readonly [setting: string]: unknown } }
}

/** Other origins that may call the service from a browser. */
export interface Cors {
  /** Origins such as `https://www.example.com`, or `'*'` for all, without credentials. Default: none. */
  readonly origins: '*' | readonly string[]
  /**
   * Lets those origins send cookies, and act for who is signed in. Not possible with `'*'`; origins of the reader's own
   * machine (`http://localhost:3000`) have it in development only. Default `false`.
   */
  readonly credentials?: boolean
  /** Lifetime of a preflight's response in the browser, in seconds. Default 600. */
  readonly maxAge?: number
}

/** Languages of the content. */
export interface Locales {
  /** Locale of what is written without naming one, as BCP 47 has it: `en`, `pt-BR`. */
  readonly default: string
  /** The other locales, at most 30. */
  readonly others: readonly string[]
  /**
   * Locale whose value stands in where there is none, by locale: `{ 'pt-BR': 'de' }`. Behind the last one comes the
   * default. Default: the default locale's value stands in at once.
   */
  readonly fallback?: { readonly [locale: string]: string }
  /** Former names of locales, by locale: the next migration renames their columns and keeps their values. */
  readonly renamedFrom?: { readonly [locale: string]: string }
  /** Locales that are no longer declared, each with the reason: the next migration drops their values. */
  readonly dropped?: { readonly [locale: string]: string }
}

/** A role that the config adds. */
export interface Role {
  readonly permissions: readonly (Permission | `${string}.*` | '*')[]
  /**
   * Locales whose values it may write, and nothing else of a document: a translator's role. It reads all of them. Default:
   * no limit.
   */
  readonly locales?: readonly string[]
}

export interface Config {
  /** Names the service, its databases and its buckets: lower-case letters, digits and hyphens. */
  readonly name: string
  readonly collections: readonly Collection[]
  readonly plugins?: readonly PluginUse[]
  /** At least one. `development`, `preview` and `production` are the usual three. */
  readonly environments: { readonly [name: string]: Environment }
  /** Roles besides admin, editor, author and viewer. */
  readonly roles?: { readonly [name: string]: Role }
  readonly cors?: Cors
  /** Languages of the content. Fields that say `localized` have a value in each. Default: there is one, without a name. */
  readonly locales?: Locales
  /** Requests slower than this are logged as slow, in milliseconds, by path prefix. Default `{ '/': 1000 }`. */
  readonly slowRequests?: { readonly [pathPrefix: string]: number }
  /** Days for which lines of the audit log are kept: 1 to 3650. Default 365. */
  readonly auditRetention?: number
  /** Collections that are no longer declared, each with the reason: the next migration drops them and their rows. */
  readonly dropped?: { readonly [collection: string]: string }
  /**
   * Columns of plugins' tables, as `table.column`, whose type changes and whose values may not all read as the new
   * type,
   * each with the reason: the next migration loses those that do not.
   */
  readonly lossy?: { readonly [column: string]: string }
}

/** Declares the whole system. The default export of `cms.config.ts`. */
export function defineConfig(config: Config): Config {
  return withOrigin({ ...config }, defineConfig)
}
