import type { BucketFiles } from '../config/bucket-files.ts'
import type { Cors, Host, MigrationMode, ServerTiming } from '../config/config.ts'
import type { PanelPlace } from '../config/document-panel.ts'
import type { MenuGroup } from '../config/pages.ts'
import type { IntegrityCheck, UploadRoutes } from '../config/plugin-data.ts'
import type { AddressNeed, Opening, SecretNeed, ServiceNeed } from '../config/plugin-operations.ts'
import type { Access } from './access.ts'
import type { ManifestCollection, Referrer } from './collection.ts'
import type { ManifestLocales } from './locales.ts'
import type { ManifestRoute } from './route.ts'

/** An entry of the admin's menu, shown to callers who may read its page. */
export interface MenuItem {
  readonly path: string
  readonly label: string
  readonly icon: string
  readonly group: MenuGroup
  readonly order: number
  /** Subpages of the page; absent if there are none. */
  readonly pages?: readonly { readonly path: string; readonly label: string }[]
}

/** A plugin's panel on the page of a document's form, shown to callers whom its rule admits. */
export interface ManifestPanel {
  readonly name: string
  readonly label: string
  readonly place: PanelPlace
  readonly order: number
  readonly access: Access
}

/** A plugin's section of the dashboard, shown to callers whom its rule admits. */
export interface ManifestSection {
  readonly name: string
  readonly label: string
  readonly order: number
  readonly access: Access
}

export interface ManifestPlugin {
  readonly name: string
  readonly version: string
  readonly description: string | null
  readonly dependencies: readonly string[]
  readonly essential: boolean
  /** True if the plugin is built into the service: always active, and not listed among the plugins. */
  readonly system: boolean
  /** Environments in which the plugin is active; `null` for all. */
  readonly environments: readonly string[] | null
  readonly hooks: readonly string[]
  /** Names of the services that the plugin provides, sorted. */
  readonly services: readonly string[]
  /** Minutes between two runs of each job, by name, sorted. */
  readonly cron: { readonly [job: string]: number }
  /** True if the plugin has middleware that runs before its routes. */
  readonly middleware: boolean
  /** Names of the queues that the plugin consumes. */
  readonly queues: readonly string[]
  readonly secrets: { readonly [name: string]: SecretNeed }
  /** Names of the plugin's tables, sorted. */
  readonly tables: readonly string[]
  /** Columns that the admin never shows, by table, sorted. */
  readonly secretColumns: { readonly [table: string]: readonly string[] }
  /** Columns that contain names of collections, by table, sorted. */
  readonly collectionColumns: { readonly [table: string]: readonly string[] }
  /** Columns that contain the id of the account to which a row belongs, by table, sorted. */
  readonly accountColumns: { readonly [table: string]: readonly string[] }
  /** Columns from which populated references are made, by target, then table, sorted. */
  readonly targets: { readonly [target: string]: { readonly [table: string]: readonly string[] } }
  /** Routes that upload files, by the target of references to these files, sorted. */
  readonly uploads: { readonly [target: string]: UploadRoutes }
  readonly integrity: readonly IntegrityCheck[]
  /** Files of the plugin in the bucket; `null` if it has none. */
  readonly bucketFiles: BucketFiles | null
  readonly needs: readonly ServiceNeed[]
  /** Addresses in the plugin's settings that must respond. */
  readonly reaches: readonly AddressNeed[]
  /** Settings that let people create accounts, with the role of those accounts, sorted. */
  readonly admits: { readonly [setting: string]: string }
  /** Settings that give somebody access to something, by name, sorted. */
  readonly opens: { readonly [setting: string]: Opening }
  /** Tables whose rows decide who may do what, or what is sent, sorted. */
  readonly accessTables: readonly string[]
  /** Tables that a restore from the admin does not change, sorted. */
  readonly keptTables: readonly string[]
  /** Facts about each setting, from the settings schema, by name, sorted. */
  readonly settings: { readonly [setting: string]: SettingFacts }
  /** Entries in the admin's menu, sorted by path. */
  readonly menu: readonly MenuItem[]
  /** Panels of documents, sorted by name. */
  readonly documentPanels: readonly ManifestPanel[]
  /** Sections of the dashboard, sorted by name. */
  readonly dashboardSections: readonly ManifestSection[]
  readonly source: string
  /** Position of the plugin's call in the config, `cms.config.ts:17`; `null` for a built-in plugin. */
  readonly usedAt: string | null
}

/** Describes a setting of a plugin for people. */
export interface SettingFacts {
  /** Type of the setting in JSON Schema, with several types joined by `or`; `null` if the schema does not say. */
  readonly type: string | null
  readonly description: string | null
}

export interface ManifestEnvironment {
  readonly name: string
  /** Host that runs the service. The runtime does not use it. */
  readonly host: Host
  readonly domain: string | null
  readonly migrations: MigrationMode
  readonly serverTiming: ServerTiming
  readonly vars: { readonly [name: string]: string }
  /** Settings of every plugin, with defaults filled in, by plugin name; a secret is `{ "$secret": "NAME" }`. */
  readonly settings: { readonly [plugin: string]: { readonly [setting: string]: unknown } }
  /** Names of settings that work without their secrets in this environment, by plugin. */
  readonly optionalSecrets: { readonly [plugin: string]: readonly string[] }
  /** Place where each non-default setting is set, by plugin: the plugin's call, or this environment. */
  readonly settingSources: { readonly [plugin: string]: { readonly [setting: string]: 'config' | 'environment' } }
}

/**
 * The code of the project: hashes of its own files, and versions of packages. Code of an installed package is
 * `name@version`.
 */
export interface ManifestCode {
  /** Hashes of access rules that are functions, by key: `posts.read`. */
  readonly functions: { readonly [key: string]: string }
  /** Hashes of hooks of the project's own plugins: `reviews.content:save`. */
  readonly hooks: { readonly [hook: string]: string }
  /** Version of this package. */
  readonly lintel: string
  /** Hashes or versions of plugins, by name. */
  readonly plugins: { readonly [plugin: string]: string }
  /** Hash of the modules of the project's worker, without the program; `null` for a project without a worker. */
  readonly worker: string | null
}

export interface Manifest {
  readonly name: string
  /** SHA-256 of the manifest, the code and the migrations, in hex. It identifies the program. */
  readonly hash: string
  /** First twelve hexadecimal digits of the hash, shown by `/health`, `cms build` and the review. */
  readonly version: string
  readonly code: ManifestCode
  /** Settings of `wrangler.toml` that determine what runs, by path: `main`, `env.production.services`. */
  readonly worker: { readonly [path: string]: unknown }
  /** SHA-256 of the canonical schema, in hex. */
  readonly schemaHash: string
  readonly environments: { readonly [name: string]: ManifestEnvironment }
  /** Every role with its permissions, sorted; `*` for all. */
  readonly roles: { readonly [role: string]: readonly string[] }
  readonly cors: Required<Cors>
  /** Languages of the content; absent if the config declares none. */
  readonly locales?: ManifestLocales
  /** Locales to which a role's write access is limited, by role; absent if no role is limited. */
  readonly roleLocales?: { readonly [role: string]: readonly string[] }
  /** Milliseconds after which a request counts as slow, by path prefix. The longest matching prefix applies. */
  readonly slowRequests: { readonly [pathPrefix: string]: number }
  /** Days for which entries of the audit log are kept. */
  readonly auditRetention: number
  /** Origins of the websites that previews link to, sorted. Pages of the admin may show them in a frame. */
  readonly previewOrigins: readonly string[]
  /** Collections sorted by name. */
  readonly collections: readonly ManifestCollection[]
  /** The references to accounts, sorted by collection, then field. */
  readonly accountReferrers: readonly Referrer[]
  /** Statements that set columns of plugins' tables that refer to accounts to NULL. ?1: JSON ids. */
  readonly accountDetach: readonly string[]
  /** Plugins in the order of their dependencies: each plugin follows the plugins that it needs. */
  readonly plugins: readonly ManifestPlugin[]
  /** Routes of plugins, sorted by path, then method; `routeTable` adds the endpoints of collections. */
  readonly routes: readonly ManifestRoute[]
  /** Names of all tables that the migrations create, sorted. */
  readonly tables: readonly string[]
}
