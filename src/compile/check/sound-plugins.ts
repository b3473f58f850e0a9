import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { pathOfPart } from '../../config/plugin-groups.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import { atValue, type Finding, type Position } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/words.ts'
import { pluginShape } from './config-shape.ts'
import { misplacedParts } from './misplaced-parts.ts'
import { checkShape, isBroken } from './shape.ts'
import type { Sound } from './sound-config.ts'

/** Returns the config's plugins that have the right shape. */
export function soundPlugins(config: Config, parents: Map<object, Position>): Sound<PluginUse> {
  const uses: readonly unknown[] = config.plugins ?? []
  const findings: Finding[] = []
  const sound = uses.filter((use, index): use is PluginUse => {
    const found = checkPlugin(use, index, config, parents)
    findings.push(...found)
    return !isBroken(found)
  })
  return { sound, findings }
}

function checkPlugin(use: unknown, index: number, config: Config, parents: Map<object, Position>): Finding[] {
  const at = atValue(config, 'plugins', index)
  if (typeof use === 'function' && 'plugin' in use) {
    return [
      {
        code: 'plugin-not-called',
        message: 'A plugin must be called in the config.',
        hint: 'Add the parentheses: coreAuth() or coreAuth({ … }).',
        at,
      },
    ]
  }
  if (!isPluginUse(use)) {
    return [
      {
        code: 'not-a-plugin',
        message: `${show(use)} is not a plugin.`,
        hint: 'Import it from its plugin.ts, which exports definePlugin({ … }) by default.',
        at,
      },
    ]
  }
  parents.set(use, at)
  parents.set(use.plugin, at)
  for (const [key, route] of Object.entries(routesOf(use.plugin))) {
    if (typeof route === 'object') parents.set(route, atValue(use.plugin, ...pathOfPart('routes'), key))
  }
  const name = typeof use.plugin.name === 'string' ? `the plugin ${use.plugin.name}` : 'a plugin'
  const { plugin } = use
  const { findings, rest } = misplacedParts(plugin)
  const isLoaded = typeof plugin.http?.routes === 'function'
  const declared = isLoaded ? { ...rest, http: { ...plugin.http, routes: routesOf(plugin) } } : rest
  return [...findings, ...checkShape(pluginShape, declared, { name, declaration: plugin })]
}

function isPluginUse(value: unknown): value is PluginUse {
  if (typeof value !== 'object' || value === null || !('plugin' in value) || !('settings' in value)) return false
  return [value.plugin, value.settings].every((part) => typeof part === 'object' && part !== null)
}
