import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { Origin } from '../../ground/origin.ts'
import type { Finding, Position } from '../diagnostics/diagnostic.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import type { ResolvedSettings } from '../settings/resolve-settings.ts'
import type { TypeStandIn } from '../stand-in.ts'

/** A request to the separate process, which handles one request at a time. */
export type Request = { readonly id: number } & (EvaluateRequest | RunRequest)

export interface EvaluateRequest {
  readonly kind: 'evaluate'
  /** Absolute paths of changed files; `null`: the process checks the files itself. */
  readonly changed: readonly string[] | null
  /** Contents to use in place of files, by absolute path; `null` for a file to be treated as absent. */
  readonly overlay: ReadonlyMap<string, string | null>
  /** Functions that must not be replaced, such as `JSON.stringify`. A replacement is reported with its position. */
  readonly held: readonly string[]
}

/** A request to run a function of this package with the project as it was evaluated last. */
export interface RunRequest {
  readonly kind: 'run'
  /** URL of a module of this package. */
  readonly url: string
  readonly name: string
  readonly given: unknown
}

export type ChildResponse =
  /** The process waits for requests. `files` are those that the config imports. */
  | { readonly kind: 'ready'; readonly files: readonly string[] }
  | { readonly kind: 'evaluated'; readonly id: number; readonly evaluated: Evaluated }
  /** Nothing has changed since the last response. */
  | { readonly kind: 'same'; readonly id: number }
  | { readonly kind: 'ran'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'threw'; readonly id: number; readonly message: string }
  /** The config has replaced functions of the language. */
  | { readonly kind: 'replaced'; readonly id: number; readonly names: readonly string[] }

/** A project as data, or its errors. A declaration is the same object wherever it is mentioned. */
export interface Evaluated {
  readonly findings: readonly Finding[]
  /** Absolute path. */
  readonly configFile: string
  /** Absolute paths of the config files of its layers, the nearest first. */
  readonly layers: readonly string[]
  /** Place where a declaration is mentioned, used if its own call site is not known. */
  readonly parents: ReadonlyMap<object, Position>
  readonly origins: ReadonlyMap<object, Origin>
  /** Absolute paths of the project's evaluated files, sorted. */
  readonly files: readonly string[]
  /** `null` if there are errors. */
  readonly project: ProjectData | null
}

/** Contents of `CheckedProject`, with stand-ins in place of code. */
export interface ProjectData {
  readonly config: Config
  /** Plugins in the order of their dependencies, those of the system first. */
  readonly plugins: readonly PluginUse[]
  readonly systemNames: ReadonlySet<string>
  readonly settings: ResolvedSettings
  readonly exports: ProgramExports
  /** Properties of plugins that depend on the rest of the config, by the plugin's name. */
  readonly said: ReadonlyMap<string, PluginDetails>
  /** Collections and plugins by number; `null` if one was sent before, so that `SentBefore` provides it. */
  readonly declared: ReadonlyMap<number, object | null>
}

export interface PluginDetails {
  readonly fieldTypes: readonly TypeStandIn[]
  /** Names of optional secrets, by environment. */
  readonly optionalSecrets: Readonly<Record<string, readonly string[]>>
}
