import type { ManifestPlugin, RequestContext } from '../../../runtime/kit.ts'
import { coreTables, environmentOf, HttpError, manifestOf, t } from '../../../runtime/kit.ts'

/** A plugin, whether it is turned on, and what prevents changing that. */
export interface PluginState {
  readonly plugin: ManifestPlugin
  readonly active: boolean
  /** Names of the plugins that depend on this plugin. */
  readonly dependents: readonly string[]
  /** Reason why the plugin currently cannot be turned off, or on; `null` if it can. */
  readonly obstacle: string | null
}

/** Reads the plugins of the config that exist in this environment, sorted by name. */
export async function readPluginStates(c: RequestContext): Promise<readonly PluginState[]> {
  const { plugins } = coreTables
  const rows = await c.get('db').select({ id: plugins.id, active: plugins.active }).from(plugins)
  const states = new Map(rows.map(({ id, active }) => [id, active]))
  const { name: environment } = environmentOf(c)
  const present = manifestOf(c).plugins.filter(
    ({ system, environments }) => !system && (environments?.includes(environment) ?? true),
  )
  const isActive = ({ name, essential }: ManifestPlugin) => essential || (states.get(name) ?? true)
  return present
    .map((plugin) => stateOf(plugin, present, isActive))
    .sort((a, b) => (a.plugin.name < b.plugin.name ? -1 : 1))
}

/**
 * Reads the state of a plugin.
 * @throws HttpError `not_found` if the config has no such plugin in this environment
 */
export async function readPluginState(c: RequestContext, name: string): Promise<PluginState> {
  const state = (await readPluginStates(c)).find(({ plugin }) => plugin.name === name)
  if (state) return state
  throw new HttpError('not_found', t('There is no such plugin in this environment.'))
}

function stateOf(
  plugin: ManifestPlugin,
  present: readonly ManifestPlugin[],
  isActive: (plugin: ManifestPlugin) => boolean,
): PluginState {
  const active = isActive(plugin)
  const dependents = present.filter(({ dependencies }) => dependencies.includes(plugin.name))
  const needing = dependents.filter(isActive).map(({ name }) => name)
  const missing = present.filter((other) => plugin.dependencies.includes(other.name) && !isActive(other))
  return {
    plugin,
    active,
    dependents: dependents.map(({ name }) => name),
    obstacle: active ? inTheWay(plugin, needing) : stillOff(missing.map(({ name }) => name)),
  }
}

function inTheWay({ name, essential }: ManifestPlugin, needing: readonly string[]): string | null {
  if (essential) return t('The service cannot run without {plugin}.', { plugin: name })
  return needing.length === 0
    ? null
    : t('First turn off the plugins that need it: {plugins}.', { plugins: needing.join(', ') })
}

function stillOff(missing: readonly string[]): string | null {
  return missing.length === 0
    ? null
    : t('First turn on the plugins that it needs: {plugins}.', { plugins: missing.join(', ') })
}
