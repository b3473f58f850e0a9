import type { BucketFiles } from '../config/bucket-files.ts'
import type { Cors, Host, MigrationMode, ServerTiming } from '../config/config.ts'
import type { PanelPlace } from '../config/document-panel.ts'
import type { MenuGroup } from '../config/pages.ts'
import type { AddressNeed, IntegrityCheck, Opening, SecretNeed, ServiceNeed, UploadRoutes } from '../config/plugin.ts'
import type { Access } from './access.ts'
import type { ManifestCollection, Referrer } from './collection.ts'
import type { ManifestLocales } from './locales.ts'
import type { ManifestRoute } from './route.ts'

/** A line of the admin's menu; whoever may not read its page does not see it. */
export interface MenuItem {
  readonly path: string
  readonly label: string
  readonly icon: string
  readonly group: MenuGroup
  readonly order: number
  /** Pages that belong to it; absent where it is the only one. */
  readonly pages?: readonly { readonly path: string; readonly label: string }[]
}

/** A plugin's part of the page of a document's form; whoever the rule does not admit does not see it. */
export interface ManifestPanel {
  readonly name: string
  readonly label: string
  readonly place: PanelPlace
  readonly order: number
  readonly access: Access
}

/** A plugin's part of the dashboard; whoever the rule does not admit does not see it. */
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
  /** Built into the service: always active, not shown among the plugins. */
  readonly system: boolean
  /** Environments it exists in; `null` for all. */
  readonly environments: readonly string[] | null
  readonly hooks: readonly string[]
  /** Names of the services that it provides, sorted. */
  readonly services: readonly string[]
  /** Minutes between two runs of each of its jobs, by name, sorted. */
  readonly cron: { readonly [job: string]: number }
  /** Tells whether functions of its own stand before its routes. */
  readonly middleware: boolean
  /** Names of the queues that it consumes. */
  readonly queues: readonly string[]
  readonly secrets: { readonly [name: string]: SecretNeed }
  /** Names of its tables, sorted. */
  readonly tables: readonly string[]
  /** Columns that nobody reads through the admin, by table, sorted. */
  readonly secretColumns: { readonly [table: string]: readonly string[] }
  /** Columns that hold names of collections, by table, sorted. */
  readonly collectionColumns: { readonly [table: string]: readonly string[] }
  /** Columns that hold the id of the account to which a row belongs, by table, sorted. */
  readonly accountColumns: { readonly [table: string]: readonly string[] }
  /** Columns that each of its targets of references is made from, by target, then table, sorted. */
  readonly targets: { readonly [target: string]: { readonly [table: string]: readonly string[] } }
  /** Those of its targets that are files, sorted. */
  readonly uploads: { readonly [target: string]: UploadRoutes }
  readonly integrity: readonly IntegrityCheck[]
  /** Its files in the bucket; `null` for none. */
  readonly bucketFiles: BucketFiles | null
  readonly needs: readonly ServiceNeed[]
  /** Addresses in its settings that must respond. */
  readonly reaches: readonly AddressNeed[]
  /** Settings with which people make accounts for themselves, and the role of these, sorted. */
  readonly admits: { readonly [setting: string]: string }
  /** Settings that open something to somebody, by name, sorted. */
  readonly opens: { readonly [setting: string]: Opening }
  /** Those of its tables that decide who may do what, sorted. */
  readonly accessTables: readonly string[]
  /** Those of its tables that a restore from the admin leaves as they are, sorted. */
  readonly keptTables: readonly string[]
  /** Facts of its settings schema about each setting, by name, sorted. */
  readonly settings: { readonly [setting: string]: SettingFacts }
  /** Its lines in the admin's menu, by path. */
  readonly menu: readonly MenuItem[]
  /** By name. */
  readonly documentPanels: readonly ManifestPanel[]
  /** By name. */
  readonly dashboardSections: readonly ManifestSection[]
  readonly source: string
  /** Position in the config, `cms.config.ts:17`; `null` for what is built in. */
  readonly usedAt: string | null
}

/** A setting of a plugin, for people. */
export interface SettingFacts {
  /** Its type in JSON Schema, several joined by `or`; `null` where the schema does not say. */
  readonly type: string | null
  readonly description: string | null
}

export interface ManifestEnvironment {
  readonly name: string
  /** Host that runs it. The runtime never asks. */
  readonly host: Host
  readonly domain: string | null
  readonly migrations: MigrationMode
  readonly serverTiming: ServerTiming
  readonly vars: { readonly [name: string]: string }
  /** Every plugin's settings with defaults filled in, by plugin name; a secret as `{ "$secret": "NAME" }`. */
  readonly settings: { readonly [plugin: string]: { readonly [setting: string]: unknown } }
  /** Settings, by plugin, that do without their secrets here. */
  readonly optionalSecrets: { readonly [plugin: string]: readonly string[] }
  /** Settings that are no defaults: given by the plugin's call, or by this environment over it. */
  readonly settingSources: { readonly [plugin: string]: { readonly [setting: string]: 'config' | 'environment' } }
}

/**
 * The code of the project, as hashes of its parts: the project's own files and the versions of packages. What comes
 * from an
 * installed package is `name@version`.
 */
export interface ManifestCode {
  /** Rules that are functions, by key: `posts.read`. */
  readonly functions: { readonly [key: string]: string }
  /** Hooks of plugins in the project itself: `reviews.content:save`. */
  readonly hooks: { readonly [hook: string]: string }
  /** The version of this package. */
  readonly lintel: string
  /** Plugins by name. */
  readonly plugins: { readonly [plugin: string]: string }
  /** The worker's own modules, without the program; `null` for a project without a worker. */
  readonly worker: string | null
}

export interface Manifest {
  readonly name: string
  /** SHA-256 of everything else here and of the migrations, hex: tells one program from another. */
  readonly hash: string
  /** The beginning of the hash, as `/health`, `cms build` and the review show it: twelve hexadecimal digits. */
  readonly version: string
  readonly code: ManifestCode
  /** The settings of `wrangler.toml` that decide what runs, by path: `main`, `env.production.services`. */
  readonly worker: { readonly [path: string]: unknown }
  /** SHA-256 of the canonical schema, hex. */
  readonly schemaHash: string
  readonly environments: { readonly [name: string]: ManifestEnvironment }
  /** Every role with its permissions, sorted; `*` for all. */
  readonly roles: { readonly [role: string]: readonly string[] }
  readonly cors: Required<Cors>
  /** Left out where the config declares none. */
  readonly locales?: ManifestLocales
  /** Locales that a role may write, and nothing else, by role; left out where no role is limited. */
  readonly roleLocales?: { readonly [role: string]: readonly string[] }
  /** By path prefix, in milliseconds; the longest prefix that matches counts. */
  readonly slowRequests: { readonly [pathPrefix: string]: number }
  /** Days for which lines of the audit log are kept. */
  readonly auditRetention: number
  /** Sorted by name. */
  /** Origins of the websites that previews lead to, sorted: pages of the admin may show them in a frame. */
  readonly previewOrigins: readonly string[]
  readonly collections: readonly ManifestCollection[]
  /** The references to accounts, sorted by collection, then field. */
  readonly accountReferrers: readonly Referrer[]
  /** Statements that empty the columns of plugins' tables that refer to accounts. ?1 JSON ids. */
  readonly accountDetach: readonly string[]
  /** In the order of their dependencies: a plugin comes after those it needs. */
  readonly plugins: readonly ManifestPlugin[]
  /** Those of plugins, sorted by path, then method; with the endpoints of collections they are `routeTable`. */
  readonly routes: readonly ManifestRoute[]
  /** Names of all tables that the migrations create, sorted. */
  readonly tables: readonly string[]
}
