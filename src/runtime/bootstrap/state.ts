import type { D1Database } from '@cloudflare/workers-types'
import type { Program } from '../../manifest/index.ts'
import { query, refusalOf } from '../database.ts'
import type { PluginStates } from '../plugin-activity.ts'

/** What the database says of itself, read in one statement. */
export interface DatabaseState {
  /** The hash of the program whose bootstrap finished last. */
  readonly program: string | null
  /** The last migration that was applied. */
  readonly migration: string | null
  readonly plugins: PluginStates
}

const STATE = `SELECT (SELECT "value" FROM "system_state" WHERE "key" = 'program') AS "program", (SELECT "name" FROM "d1_migrations" ORDER BY "id" DESC LIMIT 1) AS "migration", (SELECT json_group_object("id", "active") FROM "plugins") AS "plugins"`

/** An empty database, or one whose tables are not there yet, has no state. */
export async function readState(db: D1Database): Promise<DatabaseState> {
  try {
    const [row] = await query(db, STATE, [])
    const plugins = JSON.parse(String(row?.plugins ?? '{}')) as Record<string, number>
    return {
      program: asText(row?.program),
      migration: asText(row?.migration),
      plugins: new Map(Object.entries(plugins).map(([id, active]) => [id, active === 1])),
    }
  } catch (error) {
    if (refusalOf(error)?.kind !== 'missing') throw error
    return { program: null, migration: null, plugins: new Map() }
  }
}

export function isUpToDate(state: DatabaseState, { manifest, migrations }: Program): boolean {
  return state.program === manifest.hash && state.migration === (migrations.at(-1)?.name ?? null)
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
