import { isPlainObject, type PlainObject } from '../../plain-object.ts'
import { copyOf, rememberLayers } from './layered.ts'
import { mergeMaps } from './merge-maps.ts'

/** Depth to which environments are merged: environment, option, plugin, setting. */
export const ENVIRONMENTS = 4

/** Lays the overrides of one file, `$production` and `$env`, over its environments. */
export function foldOverrides(config: PlainObject): PlainObject {
  const overrides = overridesIn(config)
  if (Object.keys(overrides).length === 0) return config
  const rest = Object.entries(config).filter(([name]) => !isOverride(config, name))
  const environments = mergeMaps(overrides, environmentsOf(config), ENVIRONMENTS)
  return rememberLayers(copyOf(config, { ...Object.fromEntries(rest), environments }), [config])
}

/**
 * Drops environments that have overrides and that no file declares. Overrides of the project itself stay as options that
 * do not exist, for the checks to say so.
 * @param files configs as they stand in their files, the project's first
 */
export function withDeclared(config: PlainObject, files: readonly PlainObject[]): PlainObject {
  const declared = new Set(files.flatMap((file) => Object.keys(environmentsOf(file))))
  const isKnown = ([name]: [string, unknown]) => declared.has(name)
  const environments = Object.entries(environmentsOf(config))
  if (environments.every(isKnown)) return config
  const unknown = Object.entries(overridesIn(files[0] ?? {})).filter((override) => !isKnown(override))
  const left = unknown.map(([name, options]) => [`$${name}`, options] as const)
  return Object.assign(
    config,
    { environments: Object.fromEntries(environments.filter(isKnown)) },
    Object.fromEntries(left),
  )
}

/** By environment. */
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
