import type { Collection } from '../../config/collection.ts'
import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { Field, FieldType } from '../../fields/field-type.ts'
import type { Finding } from '../diagnostics/diagnostic.ts'
import type { FieldSite } from './field-sites.ts'

/** Input of the checks: the parts of the project whose own shape is right. */
export interface CheckContext {
  readonly config: Config
  /** A field that is wrong beyond use is `undefined` here, and its name still declared. */
  readonly collections: readonly Collection[]
  /** Names of all collections, those with mistakes in them too. */
  readonly collectionNames: ReadonlySet<string>
  /** Fields of those collections, nested ones too. */
  readonly fields: readonly FieldSite[]
  /** Those of the system first, then in the config's order. */
  readonly plugins: readonly PluginUse[]
  readonly systemNames: ReadonlySet<string>
  /** By kind. */
  readonly fieldTypes: Readonly<Record<string, FieldType>>
  /** Names of all roles, built-in ones too. */
  readonly roles: ReadonlySet<string>
  /** Tables that plugins provide, by name, each with the plugin's name. */
  readonly pluginTables: ReadonlyMap<string, string>
  /** Targets of references besides collections: accounts, and tables that plugins provide. */
  readonly targets: ReadonlySet<string>
}

/** Looks at one thing, and returns what is wrong with it. */
export type Check = (context: CheckContext) => Finding[]

/**
 * A field by its name: `undefined` where the collection declares none, `null` where the one it declares is wrong in a
 * way that is reported elsewhere.
 */
export function declaredField({ fields }: Collection, name: string): Field | null | undefined {
  if (!Object.hasOwn(fields, name)) return undefined
  return fields[name] ?? null
}
