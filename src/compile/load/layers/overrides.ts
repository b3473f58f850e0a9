import { isPlainObject, type PlainObject } from '../../plain-object.ts'
import { copyOf, rememberLayers } from './layered.ts'
import { mergeOptions } from './merge-maps.ts'

/** Depth to which options of an environment are merged by name. Any other option is replaced as a unit. */
const ENVIRONMENT: Readonly<Record<string, number>> = { vars: 1, features: 1, plugins: 2 }

/** Merges environments by name and option, in order of precedence. */
export function mergeEnvironments(maps: readonly PlainObject[]): PlainObject {
  const byName = Map.groupBy(maps.flatMap(Object.entries<unknown>), ([name]) => name)
  const merged = [...byName].map(([name, entries]) => {
    const values = entries.map(([, value]) => value)
    return [name, values.every(isPlainObject) ? mergeOptions(values, ENVIRONMENT) : values[0]] as const
  })
  return Object.fromEntries(merged)
}

/** Merges the overrides of a file, such as `$production` and `$env`, into its environments. */
export function foldOverrides(config: PlainObject): PlainObject {
  const overrides = overridesIn(config)
  if (Object.keys(overrides).length === 0) return config
  const rest = Object.entries(config).filter(([name]) => !isOverride(config, name))
  const environments = mergeEnvironments([overrides, environmentsOf(config)])
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
  return mergeEnvironments([isPlainObject(config.$env) ? config.$env : {}, Object.fromEntries(named)])
}

function isOverride(config: PlainObject, name: string): boolean {
  return name.startsWith('$') && isPlainObject(config[name])
}

function environmentsOf({ environments }: PlainObject): PlainObject {
  return isPlainObject(environments) ? environments : {}
}
