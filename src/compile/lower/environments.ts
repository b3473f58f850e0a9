import type { Config, Environment } from '../../config/config.ts'
import type { ManifestEnvironment } from '../../manifest/manifest.ts'
import type { ResolvedSettings } from '../settings/resolve-settings.ts'

/** The environments by name, sorted, with every default filled in. */
export function lowerEnvironments(
  config: Config,
  settings: ResolvedSettings,
): Readonly<Record<string, ManifestEnvironment>> {
  return Object.fromEntries(
    Object.entries(config.environments)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, environment]) => [name, lowerEnvironment(name, environment, settings[name] ?? {})]),
  )
}

function lowerEnvironment(
  name: string,
  environment: Environment,
  settings: ManifestEnvironment['settings'],
): ManifestEnvironment {
  const development = name === 'development'
  return {
    name,
    domain: environment.domain ?? (development ? 'localhost:8787' : null),
    migrations: environment.migrations ?? (development ? 'apply' : 'check'),
    vars: Object.fromEntries(Object.entries(environment.vars ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
    settings,
  }
}
