import type * as z from 'zod'
import { withOrigin } from './origin.ts'
import type { PluginAdmin } from './plugin-admin.ts'
import type { PluginData } from './plugin-data.ts'
import type { PluginHttp } from './plugin-http.ts'
import type { PluginOperations } from './plugin-operations.ts'
import type { RequestContext } from './request.ts'
import type { WithSecrets } from './secret.ts'
import type { ServiceName, Services } from './services.ts'

/** A setting that will not do. */
export interface SettingRefusal {
  /** Path in the settings: `['endpoints', 0, 'url']`. */
  readonly path: readonly (string | number)[]
  /** The requirement that it does not meet, to go on from its name: `must be an https address in production`. */
  readonly demanded: string
}

export interface PluginSpec<Settings extends z.ZodType = z.ZodType> {
  readonly name: string
  /** Semantic version. */
  readonly version: string
  readonly description?: string
  /** Names of plugins that must be present and active. The only ones it may import from. */
  readonly dependencies?: readonly string[]
  /** Environments it exists in. Default: all. */
  readonly environments?: readonly string[]
  /** Cannot be turned off in the admin. Default `false`. */
  readonly essential?: boolean
  /** Services for other plugins and the runtime: see `serviceOf` in the kit. Created again for each use. */
  readonly services?: {
    readonly [Name in ServiceName]?: (c: RequestContext) => Services[Name] | Promise<Services[Name]>
  }
  /** A zod object, strict. zod 4, or zod 3 from an older plugin. */
  readonly settings?: Settings
  /**
   * Defaults of settings that are others in some environments: `{ development: { registration: true } }`. They stand in
   * place of those of the schema, and give way to what the config says. Default: none.
   */
  readonly environmentDefaults?: { readonly [environment: string]: Partial<z.input<NoInfer<Settings>>> }
  /**
   * Checks settings that are wrong in one environment and not in another, where the schema takes them: each is an error
   * of the build, at the setting's line. Default: nothing.
   * @param settings as given for the environment, defaults filled in, a secret as `{ $secret: 'NAME' }`
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

/** Takes a plugin into the config. Without required settings it is called with `{}` or nothing. */
export type PluginFactory<Settings extends z.ZodType> = (Record<never, never> extends z.input<Settings>
  ? (settings?: SettingsInput<Settings>) => PluginUse
  : (settings: SettingsInput<Settings>) => PluginUse) & { readonly plugin: PluginSpec<Settings> }

/** Declares a plugin. The default export of its `plugin.ts`, and the only declaration it needs. */
export function definePlugin<Settings extends z.ZodType = z.ZodObject<Record<never, never>>>(
  spec: PluginSpec<Settings>,
): PluginFactory<Settings> {
  const plugin = withOrigin({ ...spec }, definePlugin)
  const use = (settings = {}) => withOrigin({ plugin, settings }, use)
  return Object.assign(use, { plugin }) as unknown as PluginFactory<Settings>
}
