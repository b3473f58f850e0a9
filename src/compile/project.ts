import type { Config } from '../config/config.ts'
import { originOf } from '../config/origin.ts'
import type { PluginUse } from '../config/plugin.ts'
import type { FieldType } from '../fields/field-type.ts'
import { fileName } from './diagnostics/file-name.ts'
import { pathOfModule } from './load/module-hooks.ts'
import { originalPosition } from './load/stack-frames.ts'
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
  /** Position of a declaration, `collections/posts.ts:14`. */
  readonly sourceOf: (declaration: object) => string
}

/** Position of a declaration, `collections/posts.ts:14`; the config file for one whose call site is not known. */
export function sourceOf(root: string, configFile: string, declaration: object): string {
  const origin = originOf(declaration)
  const path = origin ? pathOfModule(origin.url) : null
  if (!origin || path === null) return fileName(root, configFile)
  const { line } = originalPosition({ path, line: origin.line, column: origin.column })
  return `${fileName(root, path)}:${line}`
}
