import { isPlainObject, type PlainObject } from '../../plain-object.ts'
import { copyOf, rememberLayers } from './layered.ts'
import { mergeMaps } from './merge-maps.ts'

/** Depth to which environments are merged: by environment, option, plugin and setting. */
export const ENVIRONMENTS = 4

/** Merges the overrides of a file, such as `$production` and `$env`, into its environments. */
export function foldOverrides(config: PlainObject): PlainObject {
  const overrides = overridesIn(config)
  if (Object.keys(overrides).length === 0) return config
  const rest = Object.entries(config).filter(([name]) => !isOverride(config, name))
  const environments = mergeMaps(overrides, environmentsOf(config), ENVIRONMENTS)
  return rememberLayers(copyOf(config, { ...Object.fromEntries(rest), environments }), [config])
}

/**
 * Removes environments that have overrides but that no file declares. Such overrides in the project's own file become
 * unknown options, which the checks report.
 * @param files unmerged configs, the project's first
 */
export function withDeclared(config: PlainObject, files: readonly PlainObject[]): PlainObject {
  const declared = new Set(files.flatMap((file) => Object.keys(environmentsOf(file))))
  const isKnown = ([name]: [string, unknown]) => declared.has(name)
  const environments = Object.entries(environmentsOf(config))
  if (environments.every(isKnown)) return config
  const unknown = Object.entries(overridesIn(files[0] ?? {})).filter((override) => !isKnown(override))
  const leftovers = unknown.map(([name, options]) => [`$${name}`, options] as const)
  return Object.assign(
    config,
    { environments: Object.fromEntries(environments.filter(isKnown)) },
    Object.fromEntries(leftovers),
  )
}

/** Returns the overrides of a config by environment. `$env` takes precedence over `$production` and the like. */
function overridesIn(config: PlainObject): PlainObject {
  const named = Object.entries(config).flatMap(([name, options]) =>
    name !== '$env' && isOverride(config, name) ? [[name.slice(1), options] as const] : [],
  )
  return mergeMaps(isPlainObject(config.$env) ? config.$env : {}, Object.fromEntries(named), ENVIRONMENTS)
}

function isOverride(config: PlainObject, name: string): boolean {
  return name.startsWith('$') && isPlainObject(config[name])
}

function environmentsOf({ environments }: PlainObject): PlainObject {
  return isPlainObject(environments) ? environments : {}
}
