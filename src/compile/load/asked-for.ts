import type { Environment } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'

/**
 * Returns the system plugins that a config uses. The MCP plugin exists only in the environments that turn it on; if
 * none does, it is missing from the lock, the routes, the reference and the program.
 * @param config merged config, before any check
 */
export async function askedFor(systemPlugins: readonly PluginUse[], config: unknown): Promise<readonly PluginUse[]> {
  const environments = environmentsWith('mcp', config)
  if (environments.length === 0) return systemPlugins
  const { mcpPlugin }: { mcpPlugin: () => PluginUse } = await import('lintel/system/mcp')
  const use = mcpPlugin()
  return [...systemPlugins, { ...use, plugin: { ...use.plugin, environments } }]
}

function environmentsWith(key: keyof Environment, config: unknown): string[] {
  const { environments } = (config ?? {}) as { readonly environments?: unknown } // the checks report other shapes
  return Object.entries(environments ?? {}).flatMap(([name, environment]) =>
    (environment as Environment | null)?.[key] === true ? [name] : [],
  )
}
