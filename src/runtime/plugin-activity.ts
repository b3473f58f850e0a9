import type { D1Database } from '@cloudflare/workers-types'
import type { ManifestPlugin } from '../manifest/index.ts'
import { writeLog } from './log.ts'

/** How long an isolate may go on with what it last read, in milliseconds. */
const LIFETIME = 1000

/** Which plugins are turned on, read from the table `plugins` and remembered for a second. */
export interface PluginActivity {
  /** Always-on plugins and those whose state cannot be read count as active. */
  isActive(plugin: string): boolean | Promise<boolean>
  /** Takes over what was just read elsewhere. */
  remember(states: PluginStates): void
  /** The next question reads the table. */
  forget(): void
}

export type PluginStates = ReadonlyMap<string, boolean>

export function createPluginActivity(db: D1Database, plugins: readonly ManifestPlugin[]): PluginActivity {
  const alwaysOn = new Set(plugins.filter((plugin) => plugin.system || plugin.essential).map((plugin) => plugin.name))
  let states: PluginStates = new Map()
  let readAt = Number.NEGATIVE_INFINITY

  const remember = (read: PluginStates) => {
    states = read
    readAt = Date.now()
  }
  const read = async (plugin: string) => {
    try {
      const { results } = await db.prepare('SELECT id, active FROM plugins').all<{ id: string; active: number }>()
      remember(new Map(results.map((row) => [row.id, row.active === 1])))
    } catch (error) {
      writeLog('warn', {
        type: 'plugin_state',
        plugin,
        message: 'state unknown, request allowed',
        error: String(error),
      })
      remember(new Map())
    }
    return states.get(plugin) ?? true
  }
  return {
    remember,
    isActive: (plugin) => {
      if (alwaysOn.has(plugin)) return true
      return Date.now() - readAt < LIFETIME ? (states.get(plugin) ?? true) : read(plugin)
    },
    forget: () => {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
