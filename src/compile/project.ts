import type { Config } from '../config/config.ts'
import type { FieldType } from '../config/fields/field-type.ts'
import type { PluginUse } from '../config/plugin.ts'
import type { ResolvedSettings } from './settings/resolve-settings.ts'

/** A project in which the checks have found no mistake: its types are now what they claim to be. */
export interface CheckedProject {
  /** Absolute, without a closing slash. */
  readonly root: string
  readonly config: Config
  /** In the order of their dependencies, those of the system first. */
  readonly plugins: readonly PluginUse[]
  readonly systemNames: ReadonlySet<string>
  /** Built-in field types and those of plugins, by kind. */
  readonly fieldTypes: Readonly<Record<string, FieldType>>
  readonly settings: ResolvedSettings
  /** Where a declaration stands, `collections/posts.ts:14`. */
  readonly sourceOf: (declaration: object) => string
}
