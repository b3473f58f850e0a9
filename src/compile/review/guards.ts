import { isNew, type Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import type { SettingChange } from './change.ts'
import { settingChange } from './compare-facts.ts'
import { isServedOutsideDevelopment } from './diff-routes.ts'
import { listed } from './fold-access.ts'

/** Tells whether hooks on an event run before it: they can refuse or change it, or decide who the caller is. */
export function isGuarded(event: string): boolean {
  return event.startsWith('before:') || event === 'request:start'
}

/** Returns the events before which hooks of a plugin ran outside development. */
export function guardedBy(plugin: string, base: Lock): string[] {
  if (isNew(base) || !isServedOutsideDevelopment(base, plugin)) return []
  return Object.keys(base.hooks).filter((event) => isGuarded(event) && base.hooks[event]?.includes(plugin))
}

/**
 * Reports that a plugin whose hooks run before events is removed from environments, or can be turned off.
 * @param left environments from which the plugin is removed
 */
export function diffGuards(
  plugin: string,
  base: Lock,
  head: Lock,
  left: readonly string[],
  sources: Sources,
): SettingChange[] {
  const events = guardedBy(plugin, base).filter((event) => head.hooks[event]?.includes(plugin))
  const report = (fact: 'environments' | 'essential', outcome: string): SettingChange => ({
    ...settingChange(
      'opens',
      'guard-removed',
      plugin,
      `${plugin}, which can refuse or change ${listed(events)}, ${outcome}`,
      [base.plugins[plugin]?.[fact], head.plugins[plugin]?.[fact]],
    ),
    source: sources.plugin(plugin, fact) ?? sources.use(plugin),
  })
  if (events.length === 0) return []
  const isOptional = base.plugins[plugin]?.essential === true && head.plugins[plugin]?.essential === false
  return [
    ...(left.length > 0 ? [report('environments', `no longer runs in ${listed(left)}`)] : []),
    ...(isOptional ? [report('essential', 'can be turned off')] : []),
  ]
}
