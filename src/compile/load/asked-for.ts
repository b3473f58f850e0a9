import type { Environment } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'

/** Plugins of the system that are there only where an environment asks for them, each with the key that asks. */
const ASKED_FOR: Readonly<Record<string, keyof Environment>> = { mcp: 'mcp' }

/**
 * The plugins of the system as a config wants them: those that nobody asks for are left out, and so from lock, routes and
 * reference; the others exist in the environments that ask.
 * @param config as its file exports it, not yet looked at
 */
export function askedFor(plugins: readonly PluginUse[], config: unknown): readonly PluginUse[] {
  return plugins.flatMap((use): readonly PluginUse[] => {
    const key = ASKED_FOR[use.plugin.name]
    if (key === undefined) return [use]
    const environments = environmentsWith(key, config)
    return environments.length === 0 ? [] : [{ ...use, plugin: { ...use.plugin, environments } }]
  })
}

function environmentsWith(key: keyof Environment, config: unknown): string[] {
  const { environments } = (config ?? {}) as { readonly environments?: unknown } // any other shape is the checks' to tell
  return Object.entries(environments ?? {}).flatMap(([name, environment]) =>
    (environment as Environment | null)?.[key] === true ? [name] : [],
  )
}
