import type { Config } from '../../config/config.ts'
import type { Origin } from '../../config/origin.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { Finding, Position } from '../diagnostics/diagnostic.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import type { ResolvedSettings } from '../settings/resolve-settings.ts'
import type { TypeStandIn } from '../stand-in.ts'

/** Asks the process apart for something; it works on one request after the other. */
export type Request = { readonly id: number } & (EvaluateRequest | RunRequest)

export interface EvaluateRequest {
  readonly kind: 'evaluate'
  /** Files that have changed, absolute; `null`: it looks for itself. */
  readonly changed: readonly string[] | null
  /** Contents that replace those of files, by absolute path; `null` for a file that is to be absent. */
  readonly overlay: ReadonlyMap<string, string | null>
  /** Functions of the language that must not be replaced, `JSON.stringify`: whoever tries is told where. */
  readonly held: readonly string[]
}

/** Runs a function of this package with the project as it was evaluated last. */
export interface RunRequest {
  readonly kind: 'run'
  /** Of a module of this package. */
  readonly url: string
  readonly name: string
  readonly given: unknown
}

export type ChildResponse =
  /** It waits for requests. The files are those that the config reaches. */
  | { readonly kind: 'ready'; readonly files: readonly string[] }
  | { readonly kind: 'evaluated'; readonly id: number; readonly evaluated: Evaluated }
  /** Nothing has changed since the last answer. */
  | { readonly kind: 'same'; readonly id: number }
  | { readonly kind: 'ran'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'threw'; readonly id: number; readonly message: string }
  /** The language itself was changed: these functions are others now. */
  | { readonly kind: 'replaced'; readonly id: number; readonly names: readonly string[] }

/** A project as data, or what is wrong with it. Declarations are the same object wherever they are named. */
export interface Evaluated {
  readonly findings: readonly Finding[]
  /** Absolute. */
  readonly configFile: string
  /** Place where a declaration is mentioned, for one whose own call site is not known. */
  readonly parents: ReadonlyMap<object, Position>
  readonly origins: ReadonlyMap<object, Origin>
  /** Files of the project that took part, absolute and sorted. */
  readonly files: readonly string[]
  /** `null` when there are errors. */
  readonly project: ProjectData | null
}

/** Contents of `CheckedProject`, with stand-ins in place of code. */
export interface ProjectData {
  readonly config: Config
  /** In the order of their dependencies, those of the system first. */
  readonly plugins: readonly PluginUse[]
  readonly systemNames: ReadonlySet<string>
  readonly settings: ResolvedSettings
  readonly exports: ProgramExports
  /** Properties of plugins that depend on the rest of the config, by the plugin's name. */
  readonly said: ReadonlyMap<string, PluginDetails>
  /** Collections and plugins by number; `null` for one that was sent before, which `SentBefore` stands for. */
  readonly declared: ReadonlyMap<number, object | null>
}

export interface PluginDetails {
  readonly fieldTypes: readonly TypeStandIn[]
  /** By environment. */
  readonly optionalSecrets: Readonly<Record<string, readonly string[]>>
}
