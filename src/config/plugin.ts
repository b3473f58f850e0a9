import type * as z from 'zod'
import { withOrigin } from '../ground/origin.ts'
import type { PluginAdmin } from './plugin-admin.ts'
import type { PluginData } from './plugin-data.ts'
import type { PluginHttp } from './plugin-http.ts'
import type { PluginOperations } from './plugin-operations.ts'
import type { RequestContext } from './request.ts'
import type { WithSecrets } from './secret.ts'
import type { ServiceName, Services } from './services.ts'

/** A setting that is refused. */
export interface SettingRefusal {
  /** Path in the settings: `['endpoints', 0, 'url']`. */
  readonly path: readonly (string | number)[]
  /**
   * Requirement that the setting does not meet, as a continuation of its name: `must be an https address in
   * production`.
   */
  readonly demanded: string
}

export interface PluginSpec<Settings extends z.ZodType = z.ZodType> {
  readonly name: string
  /** Semantic version. */
  readonly version: string
  readonly description?: string
  /** Names of plugins that must be present and active. The plugin may import only from these. */
  readonly dependencies?: readonly string[]
  /** Environments in which the plugin exists. Default: all. */
  readonly environments?: readonly string[]
  /** The plugin cannot be turned off in the admin. Default `false`. */
  readonly essential?: boolean
  /** Services for other plugins and the runtime: see `serviceOf` in the kit. A service is created anew for each use. */
  readonly services?: {
    readonly [Name in ServiceName]?: (c: RequestContext) => Services[Name] | Promise<Services[Name]>
  }
  /** Schema of the settings: a strict object of zod 4, or of zod 3 in an older plugin. */
  readonly settings?: Settings
  /**
   * Defaults of settings that differ in some environments: `{ development: { registration: true } }`. They replace
   * those of the schema, and are overridden by the config. Default: none.
   */
  readonly environmentDefaults?: { readonly [environment: string]: Partial<z.input<NoInfer<Settings>>> }
  /**
   * Checks settings that the schema accepts, but that are wrong in one environment. Each refusal is an error of the
   * build, at the setting's line. Default: no check.
   * @param settings the plugin's settings in the environment, including defaults; a secret is `{ $secret: 'NAME' }`
   * @param project `roles`: the names of all roles; `domain`: the environment's, or `null`
   */
  readonly checkSettings?: (
    environment: string,
    settings: { readonly [setting: string]: unknown },
    project: { readonly roles: readonly string[]; readonly domain: string | null },
  ) => readonly SettingRefusal[]
  readonly data?: PluginData
  readonly http?: PluginHttp
  readonly admin?: PluginAdmin
  readonly operations?: PluginOperations<Settings>
}

/** A plugin with the settings given in the config. */
export interface PluginUse {
  readonly plugin: PluginSpec
  readonly settings: { readonly [name: string]: unknown }
}

type SettingsInput<Settings extends z.ZodType> = WithSecrets<z.input<Settings>>

/** Adds a plugin to the config. Without required settings it can be called with `{}` or nothing. */
export type PluginFactory<Settings extends z.ZodType> = (Record<never, never> extends z.input<Settings>
  ? (settings?: SettingsInput<Settings>) => PluginUse
  : (settings: SettingsInput<Settings>) => PluginUse) & { readonly plugin: PluginSpec<Settings> }

/** Declares a plugin. It is the default export of `plugin.ts`, and the only declaration that a plugin needs. */
export function definePlugin<Settings extends z.ZodType = z.ZodObject<Record<never, never>>>(
  spec: PluginSpec<Settings>,
): PluginFactory<Settings> {
  const plugin = withOrigin({ ...spec }, definePlugin)
  const use = (settings = {}) => withOrigin({ plugin, settings }, use)
  return Object.assign(use, { plugin }) as unknown as PluginFactory<Settings>
}
