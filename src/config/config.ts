import type { Permission } from '../ground/access.ts'
import { withOrigin } from '../ground/origin.ts'
import type { Collection } from './collection.ts'
import type { PluginUse } from './plugin.ts'

/** Behavior of bootstrap when migrations are pending: apply them, refuse requests, or ignore them. */
export type MigrationMode = 'apply' | 'check' | 'off'

/** The callers who receive durations in `Server-Timing`. */
export type ServerTiming = 'all' | 'admins' | 'off'

/** Host that runs a service: Cloudflare's network, or Node on your own machine. */
export type Host = 'cloudflare' | 'node'

/** A folder that `cms deploy` writes builds to, on this machine or on one reached by SSH. */
export interface DeployTarget {
  /** Absolute path of the folder that holds `releases/` and the link `current`. */
  readonly folder: string
  /** Destination for `ssh`: `deploy@cms.example.com`. Default: this machine. */
  readonly ssh?: string
  /**
   * Absolute path of the service's data on the destination machine, its `DATA_FOLDER`. Default: `data` in the folder.
   */
  readonly data?: string
  /**
   * Command that makes the server switch to the new build, run on the same machine: `sudo systemctl reload cms`.
   * Default: SIGHUP to the server.
   */
  readonly reload?: string
}

/** A deployment of the service. All options have defaults: `development: {}`. */
export interface Environment {
  /**
   * Host that runs the service. Development always runs in workerd on this machine, as on Cloudflare. Default
   * `cloudflare`.
   */
  readonly host?: Host
  /** Destination of `cms deploy`. Only with host `node`. */
  readonly deploy?: DeployTarget
  /** The host name of the service, without a scheme. In development: `localhost:8787`. */
  readonly domain?: string
  /**
   * The D1 database's name. Cloudflare only, like bucket, KV, images, queue and analytics. Default: the names of the
   * config and the environment: `newsroom-production`.
   */
  readonly database?: string
  /**
   * The R2 bucket for media. Default: the names of the config and the environment, and `media`:
   * `newsroom-production-media`.
   */
  readonly bucket?: string
  /** The id of the KV namespace. */
  readonly kv?: string
  /** Public variables of the worker. */
  readonly vars?: { readonly [name: string]: string }
  /**
   * Features that are on or off in this environment: `newEditor` is the worker's variable `FEATURE_NEW_EDITOR`. A
   * feature that is left out is off.
   */
  readonly features?: { readonly [feature: string]: boolean }
  /**
   * A CDN's host name in front of this service, used in addresses of public files: the variable `CDN_DOMAIN`. Default:
   * the service's host name.
   */
  readonly cdnDomain?: string
  /**
   * The account hash of Cloudflare Images, for addresses of pictures stored there: the variable `IMAGES_ACCOUNT_ID`.
   */
  readonly imagesAccountId?: string
  /** Binds Cloudflare Images as `IMAGES`, which scales large pictures down before they are decoded. Default `false`. */
  readonly images?: boolean
  /** A queue for background work of plugins, bound as `QUEUE`. Default: none; the worker does the work itself. */
  readonly queue?: string
  /**
   * The callers who receive `Server-Timing`: everybody, signed-in administrators, or nobody. Default: `all` in
   * development, `admins` elsewhere.
   */
  readonly serverTiming?: ServerTiming
  /**
   * A dataset of the Analytics Engine, bound as `ANALYTICS`, that receives a data point for each request. Default:
   * none.
   */
  readonly analytics?: string
  /**
   * Serves the Model Context Protocol at `/mcp`: coding agents and other programs read schema, content and
   * documentation there, with the rights of their token. Default `false`: the route does not exist.
   */
  readonly mcp?: boolean
  /** Behavior of bootstrap when migrations are pending. Default: `apply` in development, `check` elsewhere. */
  readonly migrations?: MigrationMode
  /** Plugin settings that differ in this environment, by plugin name. */
  readonly plugins?: { readonly [plugin: string]: { readonly [setting: string]: unknown } }
}

/** Other origins from which browsers may call the service. */
export interface Cors {
  /** Allowed origins such as `https://www.example.com`, or `'*'` for all, without credentials. Default: none. */
  readonly origins: '*' | readonly string[]
  /**
   * Lets the allowed origins send cookies and act as the signed-in user. Not possible with `'*'`. Origins on the
   * developer's machine (`http://localhost:3000`) may do so in development only. Default `false`.
   */
  readonly credentials?: boolean
  /** Seconds for which a browser may cache the response to a preflight request. Default 600. */
  readonly maxAge?: number
}

/** Languages of the content. */
export interface Locales {
  /** Locale of values that are written without a locale, as a BCP 47 tag: `en`, `pt-BR`. */
  readonly default: string
  /** The locales besides the default, at most 30. */
  readonly others: readonly string[]
  /**
   * Locale whose value replaces a missing one, by locale: `{ 'pt-BR': 'de' }`. The default locale ends every chain. A
   * locale without an entry falls back to the default locale directly.
   */
  readonly fallback?: { readonly [locale: string]: string }
  /**
   * Former names of locales, by their current names. The next migration renames their columns and keeps their values.
   */
  readonly renamedFrom?: { readonly [locale: string]: string }
  /**
   * Locales that have been removed from the config, with the reason for each. The next migration drops their values.
   */
  readonly dropped?: { readonly [locale: string]: string }
}

/** A role that the config adds to the built-in ones. */
export interface Role {
  readonly permissions: readonly (Permission | `${string}.*` | '*')[]
  /**
   * Locales whose values the role may write, for translators. Such a role cannot change anything else in a document,
   * but reads all locales. Default: no limit.
   */
  readonly locales?: readonly string[]
}

export interface Config {
  /**
   * Name of the service, with which the names of its databases and buckets begin: lower-case letters, digits and
   * hyphens.
   */
  readonly name: string
  readonly collections: readonly Collection[]
  readonly plugins?: readonly PluginUse[]
  /** Environments by name, at least one. `development`, `preview` and `production` are the usual three. */
  readonly environments: { readonly [name: string]: Environment }
  /** Roles besides admin, editor, author and viewer. */
  readonly roles?: { readonly [name: string]: Role }
  readonly cors?: Cors
  /**
   * Languages of the content. Fields declared `localized` have a value in each. Default: one language, without a name.
   */
  readonly locales?: Locales
  /** Milliseconds after which a request is logged as slow, by path prefix. Default `{ '/': 1000 }`. */
  readonly slowRequests?: { readonly [pathPrefix: string]: number }
  /** Days for which entries of the audit log are kept: 1 to 3650. Default 365. */
  readonly auditRetention?: number
  /**
   * Collections that have been removed from the config, with the reason for each. The next migration drops them and
   * their rows.
   */
  readonly dropped?: { readonly [collection: string]: string }
  /**
   * Columns of plugins' tables, as `table.column`, whose type changes although some values cannot be converted, with
   * the reason for each column. The next migration deletes those values.
   */
  readonly lossy?: { readonly [column: string]: string }
}

/** Layers of a config, and its overrides by environment. */
export interface Layered {
  /**
   * Layers that this config extends. It takes precedence over all of them, and each layer over the next one. A layer is
   * a folder (`./base`) or an installed package (`@agency/base`) with a config file. Default: none.
   */
  readonly extends?: string | readonly string[]
  /** Options that take precedence over those of `environments.development` in this file and its layers. */
  readonly $development?: Environment
  readonly $preview?: Environment
  readonly $production?: Environment
  /** Like `$production`, for environments of any name. */
  readonly $env?: { readonly [environment: string]: Environment }
}

/** Config of a layer, in which every option is optional. */
export type Layer = Partial<Config> & Layered

/**
 * Declares a service. Used as the default export of `cms.config.ts`. With `extends`, layers may declare parts of it.
 */
export function defineConfig(
  config: (Config & Layered) | (Layer & { readonly extends: string | readonly string[] }),
): Config {
  return withOrigin({ ...config } as Config, defineConfig) // the checks report options that all layers lack
}

/** Declares a layer, which other configs extend. Used as the default export of the layer's `cms.config.ts`. */
export function defineLayer(layer: Layer): Layer {
  return withOrigin({ ...layer }, defineLayer)
}
