import type { Config } from '../config/config.ts'
import type { PluginUse } from '../config/plugin.ts'
import type { FieldType } from '../fields/field-type.ts'
import { originOf } from '../ground/origin.ts'
import { fileName } from './diagnostics/file-name.ts'
import { pathOfModule } from './load/module-hooks.ts'
import { originalPosition } from './load/stack-frames.ts'
import type { ResolvedSettings } from './settings/resolve-settings.ts'

/** A project without mistakes, whose types have been verified. */
export interface CheckedProject {
  /** Absolute path, without a trailing slash. */
  readonly root: string
  readonly config: Config
  /** Plugins in the order of their dependencies, those of the system first. */
  readonly plugins: readonly PluginUse[]
  readonly systemNames: ReadonlySet<string>
  /** Built-in field types and those of plugins, by kind. */
  readonly fieldTypes: Readonly<Record<string, FieldType>>
  readonly settings: ResolvedSettings
  /** Returns the position of a declaration, `collections/posts.ts:14`. */
  readonly sourceOf: (declaration: object) => string
}

/** Returns the position of a declaration, `collections/posts.ts:14`; the config file if its call site is unknown. */
export function sourceOf(root: string, configFile: string, declaration: object): string {
  const origin = originOf(declaration)
  const path = origin ? pathOfModule(origin.url) : null
  if (!origin || path === null) return fileName(root, configFile)
  const { line } = originalPosition({ path, line: origin.line, column: origin.column })
  return `${fileName(root, path)}:${line}`
}
