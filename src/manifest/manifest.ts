import type { Cors, MigrationMode } from '../config/config.ts'
import type { MenuGroup } from '../config/pages.ts'
import type { SecretNeed } from '../config/plugin.ts'
import type { ManifestCollection } from './collection.ts'
import type { ManifestRoute } from './route.ts'

/** A line of the admin's menu; whoever may not read its page does not see it. */
export interface MenuItem {
  readonly path: string
  readonly label: string
  readonly icon: string
  readonly group: MenuGroup
  readonly order: number
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
  readonly secrets: { readonly [name: string]: SecretNeed }
  /** Its lines in the admin's menu, by path. */
  readonly menu: readonly MenuItem[]
  readonly source: string
}

export interface ManifestEnvironment {
  readonly name: string
  readonly domain: string | null
  readonly migrations: MigrationMode
  readonly vars: { readonly [name: string]: string }
  /** Every plugin's settings with defaults filled in, by plugin name; a secret as `{ "$secret": "NAME" }`. */
  readonly settings: { readonly [plugin: string]: { readonly [setting: string]: unknown } }
  /** Settings, by plugin, that do without their secrets here. */
  readonly optionalSecrets: { readonly [plugin: string]: readonly string[] }
}

export interface Manifest {
  readonly name: string
  /** SHA-256 of everything else here, hex: tells one program from another. */
  readonly hash: string
  /** SHA-256 of the canonical schema, hex. */
  readonly schemaHash: string
  readonly environments: { readonly [name: string]: ManifestEnvironment }
  /** Every role with its permissions, sorted; `*` for all. */
  readonly roles: { readonly [role: string]: readonly string[] }
  readonly cors: Required<Cors>
  /** By path prefix, in milliseconds; the longest prefix that matches counts. */
  readonly slowRequests: { readonly [pathPrefix: string]: number }
  /** Days for which lines of the audit log are kept. */
  readonly auditRetention: number
  /** Sorted by name. */
  readonly collections: readonly ManifestCollection[]
  /** In the order of their dependencies: a plugin comes after those it needs. */
  readonly plugins: readonly ManifestPlugin[]
  readonly routes: readonly ManifestRoute[]
  /** Names of all tables that the migrations create, sorted. */
  readonly tables: readonly string[]
}
