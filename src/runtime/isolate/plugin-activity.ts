import type { HostDatabase } from '../../hosts/host.ts'
import type { ManifestPlugin } from '../../manifest/index.ts'
import { writeLog } from '../common/log.ts'
import { newest } from '../database/database.ts'
import { during } from '../deadlines/deadline.ts'

/** Milliseconds for which an isolate uses the states that it has read. */
const LIFETIME = 1000

/**
 * Maximum time, in milliseconds, that a request waits for a new read of the states while the isolate still has older
 * ones.
 */
const PATIENCE = 250

/** Tells which plugins are active, from the table `plugins`, cached for a second. */
export interface PluginActivity {
  /**
   * Tells whether a plugin is active. Plugins that cannot be turned off always are. If the database does not respond in
   * time, the last known state is used; a plugin without a known state counts as active.
   */
  isActive(plugin: string): boolean | Promise<boolean>
  /** Adopts states that were read elsewhere. */
  remember(states: PluginStates): void
  /** Makes the next call of `isActive` read the table. */
  forget(): void
}

export type PluginStates = ReadonlyMap<string, boolean>

export function createPluginActivity(db: HostDatabase, plugins: readonly ManifestPlugin[]): PluginActivity {
  const alwaysOn = new Set(plugins.filter((plugin) => plugin.system || plugin.essential).map((plugin) => plugin.name))
  let states: PluginStates = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let forgotten = 0

  const read = async (plugin: string) => {
    const epoch = forgotten
    try {
      const select = newest(db).prepare('SELECT id, active FROM plugins')
      const { results } = await during('glance', () => select.all<{ id: string; active: number }>())
      states = new Map(results.map((row) => [row.id, row.active === 1]))
    } catch (error) {
      const message = states.size === 0 ? 'state unknown, request allowed' : 'state unknown, last known state used'
      writeLog('warn', { type: 'plugin_state', plugin, message, error: String(error) })
    }
    // States that were read before a plugin was turned on or off here are outdated.
    if (epoch === forgotten) readAt = Date.now()
  }
  const soon = (plugin: string) => {
    const isKnown = states.size > 0
    const fresh = read(plugin)
    const waiting = isKnown ? Promise.race([fresh, sleep(PATIENCE)]) : fresh
    void fresh.then(() => {
      if (reading === waiting) reading = undefined
    })
    return waiting
  }
  return {
    remember: (read) => {
      states = read
      readAt = Date.now()
    },
    isActive: (plugin) => {
      if (alwaysOn.has(plugin)) return true
      if (Date.now() - readAt < LIFETIME) return states.get(plugin) ?? true
      reading ??= soon(plugin)
      return reading.then(() => states.get(plugin) ?? true)
    },
    forget: () => {
      forgotten += 1
      readAt = Number.NEGATIVE_INFINITY
      reading = undefined
    },
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}
