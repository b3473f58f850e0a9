import type { PluginUse } from '../../config/plugin.ts'
import { pathOfPart } from '../../config/plugin-groups.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { settingNames } from '../settings/json-schema.ts'
import type { Check } from './context.ts'

/** Name of the owner of generated endpoints in the route table. */
const GENERATED = 'collections'

/**
 * Checks that each plugin is used once, under a name that is not reserved, with everything that it depends on, and that
 * no plugins depend on each other.
 */
export const checkPlugins: Check = ({ plugins, config, systemNames }) => {
  const names = plugins.map(({ plugin }) => plugin.name)
  const duplicates = plugins.flatMap((use, index): Finding[] => {
    if (use.plugin.name === GENERATED) {
      const message = `'${GENERATED}' is the name of the generated endpoints in the route table, so no plugin can have this name.`
      return [{ code: 'reserved-plugin', message, at: atValue(use.plugin, 'name') }]
    }
    if (names.indexOf(use.plugin.name) === index) return []
    const message = systemNames.has(use.plugin.name)
      ? `'${use.plugin.name}' is built into the service, so no plugin can have this name.`
      : `The plugin ${use.plugin.name} appears twice.`
    return [{ code: 'duplicate-plugin', message, at: atValue(use) }]
  })
  const dependencies = plugins.flatMap((use) => checkDependencies(use, plugins, Object.keys(config.environments)))
  const cycle = findCycle(plugins)
  if (!cycle) return [...duplicates, ...dependencies]
  const [first] = cycle
  const plugin = plugins.find((use) => use.plugin.name === first)?.plugin
  const path = [...cycle, first].join(' → ')
  const message = `Plugins depend on each other in a cycle: ${path}.`
  return [
    ...duplicates,
    ...dependencies,
    { code: 'plugin-cycle', message, at: plugin ? atKey(plugin, 'dependencies') : null },
  ]
}

function checkDependencies(
  { plugin }: PluginUse,
  plugins: readonly PluginUse[],
  environments: readonly string[],
): Finding[] {
  return (plugin.dependencies ?? []).flatMap((name, index): Finding[] => {
    const at = atValue(plugin, 'dependencies', index)
    const needed = plugins.find((use) => use.plugin.name === name)?.plugin
    if (!needed) {
      const others = plugins.map((use) => use.plugin.name).filter((other) => other !== plugin.name)
      const near = didYouMean(name, others).hint?.startsWith('Did') ? didYouMean(name, others) : {}
      const hint = `Add it to the plugins of the config.`
      return [
        {
          code: 'missing-dependency',
          message: `The plugin ${plugin.name} depends on ${name}, which the config does not have.`,
          hint,
          ...near,
          at,
        },
      ]
    }
    const lacking = environments.filter((environment) => exists(plugin, environment) && !exists(needed, environment))
    if (lacking.length === 0) return []
    const message = `The plugin ${plugin.name} depends on ${name}, which does not exist in ${lacking.join(', ')}.`
    return [{ code: 'missing-dependency', message, at }]
  })
}

function exists(plugin: PluginUse['plugin'], environment: string): boolean {
  return plugin.environments?.includes(environment) ?? true
}

/** Returns the names in the first cycle found, in the order of the dependencies; `null` without a cycle. */
function findCycle(plugins: readonly PluginUse[]): string[] | null {
  const byName = new Map(plugins.map(({ plugin }) => [plugin.name, plugin]))
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(name)
    if (start !== -1) return path.slice(start)
    if (done.has(name)) return null
    for (const next of byName.get(name)?.dependencies ?? []) {
      const found = visit(next, [...path, name])
      if (found) return found
    }
    done.add(name)
    return null
  }
  for (const name of [...byName.keys()].sort()) {
    const found = visit(name, [])
    if (found) return found
  }
  return null
}

/** Checks that no service is provided by two plugins. */
export const checkServices: Check = ({ plugins }) => {
  const providers = new Map<string, string>()
  return plugins.flatMap(({ plugin }) =>
    Object.keys(plugin.services ?? {}).flatMap((name): Finding[] => {
      const provider = providers.get(name) ?? plugin.name
      providers.set(name, provider)
      if (provider === plugin.name) return []
      const message = `The plugins ${provider} and ${plugin.name} both provide the service '${name}'.`
      return [{ code: 'duplicate-service', message, at: atKey(plugin, 'services', name) }]
    }),
  )
}

/** Checks that secrets have valid names for the worker's environment. */
export const checkSecrets: Check = ({ plugins }) =>
  plugins.flatMap(({ plugin }) =>
    Object.keys(plugin.operations?.secrets ?? {}).flatMap((name): Finding[] => {
      if (/^[A-Z][A-Z0-9_]*$/.test(name)) return []
      const message = `A secret cannot be named '${name}': use capital letters, digits and underscores.`
      return [{ code: 'invalid-name', message, at: atKey(plugin, ...pathOfPart('secrets'), name) }]
    }),
  )

/** Checks that plugins only declare `opens` for settings that they have. */
export const checkOpenings: Check = ({ plugins }) =>
  plugins.flatMap(({ plugin }) => {
    const opens = plugin.operations?.opens
    const names = opens === undefined ? [] : settingNames(plugin.settings, [])
    return Object.keys(opens ?? {}).flatMap((name): Finding[] => {
      if (names.includes(name)) return []
      const message = `The plugin ${plugin.name} declares that its setting '${name}' opens access, but has no such setting.`
      return [
        {
          code: 'unknown-setting',
          message,
          ...didYouMean(name, names),
          at: atKey(plugin, ...pathOfPart('opens'), name),
        },
      ]
    })
  })

/** Checks that no kind of field is declared twice. */
export const checkFieldTypes: Check = ({ plugins, fieldTypes }) =>
  plugins.flatMap(({ plugin }) =>
    (plugin.data?.fieldTypes ?? []).flatMap((type, index): Finding[] => {
      if (fieldTypes[type.kind] === type) return []
      const message = `The field type '${type.kind}' of the plugin ${plugin.name} already exists.`
      return [{ code: 'duplicate-field-type', message, at: atValue(plugin, ...pathOfPart('fieldTypes'), index) }]
    }),
  )
