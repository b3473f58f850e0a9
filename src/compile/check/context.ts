import type { Collection } from '../../config/collection.ts'
import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { Field, FieldType } from '../../fields/field-type.ts'
import type { Finding } from '../diagnostics/diagnostic.ts'
import type { FieldSite } from './field-sites.ts'

/** Input of the checks: the parts of the project that have the right shape. */
export interface CheckContext {
  readonly config: Config
  /** Collections. A field that is unusable is `undefined` here, but its name is still declared. */
  readonly collections: readonly Collection[]
  /** Names of all collections, including those with mistakes. */
  readonly collectionNames: ReadonlySet<string>
  /** Fields of `collections`, including nested ones. */
  readonly fields: readonly FieldSite[]
  /** Plugins: those of the system first, then in the config's order. */
  readonly plugins: readonly PluginUse[]
  readonly systemNames: ReadonlySet<string>
  /** Field types by kind. */
  readonly fieldTypes: Readonly<Record<string, FieldType>>
  /** Names of all roles, including built-in ones. */
  readonly roles: ReadonlySet<string>
  /** Tables that plugins provide, by name, with the plugin's name. */
  readonly pluginTables: ReadonlyMap<string, string>
  /** Targets of references other than collections: accounts, and tables that plugins provide. */
  readonly targets: ReadonlySet<string>
}

/** Checks one aspect of the project and returns its findings. */
export type Check = (context: CheckContext) => Finding[]

/**
 * Returns a field by its name: `undefined` if the collection does not declare it, `null` if its declaration has a
 * mistake that is reported elsewhere.
 */
export function declaredField({ fields }: Collection, name: string): Field | null | undefined {
  if (!Object.hasOwn(fields, name)) return undefined
  return fields[name] ?? null
}
