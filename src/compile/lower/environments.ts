import type { Config, Environment } from '../../config/config.ts'
import { featureVariable } from '../../config/features.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { ManifestEnvironment } from '../../manifest/manifest.ts'
import type { ResolvedSettings } from '../settings/resolve-settings.ts'

/** Lowers the environments, sorted by name, with all defaults. */
export function lowerEnvironments(
  config: Config,
  plugins: readonly PluginUse[],
  settings: ResolvedSettings,
): Readonly<Record<string, ManifestEnvironment>> {
  return Object.fromEntries(
    Object.entries(config.environments)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, environment]) => [name, lowerEnvironment(name, environment, plugins, settings[name] ?? {})]),
  )
}

function lowerEnvironment(
  name: string,
  environment: Environment,
  plugins: readonly PluginUse[],
  settings: ManifestEnvironment['settings'],
): ManifestEnvironment {
  const development = name === 'development'
  return {
    name,
    host: environment.host ?? 'cloudflare',
    domain: environment.domain ?? (development ? 'localhost:8787' : null),
    migrations: environment.migrations ?? (development ? 'apply' : 'check'),
    serverTiming: environment.serverTiming ?? (development ? 'all' : 'admins'),
    vars: lowerVariables(environment),
    settings,
    optionalSecrets: lowerOptionalSecrets(name, plugins, settings),
    settingSources: lowerSettingSources(environment, plugins, settings),
  }
}

/** Returns every public variable, sorted by name. Dedicated options of the config take precedence over `vars`. */
function lowerVariables(environment: Environment): ManifestEnvironment['vars'] {
  const { vars = {}, features = {}, cdnDomain, imagesAccountId } = environment
  const variables = {
    ...vars,
    ...Object.fromEntries(Object.entries(features).map(([name, on]) => [featureVariable(name), String(on)])),
    ...(cdnDomain !== undefined && { CDN_DOMAIN: cdnDomain }),
    ...(imagesAccountId !== undefined && { IMAGES_ACCOUNT_ID: imagesAccountId }),
  }
  return Object.fromEntries(Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the names of the optional secrets of the plugins in an environment, by plugin. */
function lowerOptionalSecrets(
  environment: string,
  plugins: readonly PluginUse[],
  settings: ManifestEnvironment['settings'],
): ManifestEnvironment['optionalSecrets'] {
  const entries = plugins.flatMap(({ plugin: { name, operations } }) => {
    const values = settings[name]
    const names = values === undefined ? [] : (operations?.optionalSecrets?.(environment, values) ?? [])
    return names.length === 0 ? [] : [[name, [...names].sort()] as const]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the source of each setting that the config sets, for the plugins that are present. */
function lowerSettingSources(
  environment: Environment,
  plugins: readonly PluginUse[],
  settings: ManifestEnvironment['settings'],
): ManifestEnvironment['settingSources'] {
  const entries = plugins.flatMap(({ plugin: { name }, settings: callSettings }) => {
    const overrides = Object.keys(environment.plugins?.[name] ?? {}).map((setting) => [setting, 'environment'] as const)
    const calls = Object.keys(callSettings).map((setting) => [setting, 'config'] as const)
    const sources = [...calls, ...overrides].sort(([a], [b]) => (a < b ? -1 : 1)) // stable: an override comes last
    return sources.length === 0 || settings[name] === undefined ? [] : [[name, Object.fromEntries(sources)] as const]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
