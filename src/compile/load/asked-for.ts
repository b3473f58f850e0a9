import type { Environment } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'

/**
 * The plugins of the system as a config wants them: what nobody asks for is left out, and so from lock, routes, reference
 * and program; what somebody asks for exists in the environments that do.
 * @param config as its file exports it, not yet looked at
 */
export async function askedFor(systemPlugins: readonly PluginUse[], config: unknown): Promise<readonly PluginUse[]> {
  const environments = environmentsWith('mcp', config)
  if (environments.length === 0) return systemPlugins
  const { mcpPlugin }: { mcpPlugin: () => PluginUse } = await import('lintel/system/mcp')
  const use = mcpPlugin()
  return [...systemPlugins, { ...use, plugin: { ...use.plugin, environments } }]
}

function environmentsWith(key: keyof Environment, config: unknown): string[] {
  const { environments } = (config ?? {}) as { readonly environments?: unknown } // any other shape is the checks' to tell
  return Object.entries(environments ?? {}).flatMap(([name, environment]) =>
    (environment as Environment | null)?.[key] === true ? [name] : [],
  )
}
