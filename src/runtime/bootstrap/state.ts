import type { GenerationNumbers } from '../../config/response-cache.ts'
import { LEDGER_POSITION } from '../../ground/ledger.ts'
import { sqlText } from '../../ground/sql-text.ts'
import { type Database, query, refusalOf } from '../database/database.ts'
import type { PluginStates } from '../isolate/plugin-activity.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { isSame, OWNER_KEY, type Owner, parseOwner } from '../migrations/index.ts'

/** Facts that the database records about itself, read in one statement. */
export interface DatabaseState {
  /** Hash of the program whose bootstrap finished last. */
  readonly program: string | null
  /** Name of the last applied migration. */
  readonly migration: string | null
  /** Number of the last migration's row in the ledger. */
  readonly position: number | null
  /** Owner that is recorded in the database. */
  readonly owner: Owner | null
  readonly plugins: PluginStates
  /** All generation numbers, so that the first response need not read them. */
  readonly generations: GenerationNumbers
}

const STATE = sqlText`
  SELECT (SELECT value
    FROM system_state
    WHERE key = 'program') AS "program", (SELECT name
    FROM d1_migrations
    ORDER BY id DESC
    LIMIT 1) AS "migration", ${LEDGER_POSITION} AS "position", (SELECT value
    FROM system_state
    WHERE key = '${OWNER_KEY}') AS "owner", (SELECT json_group_object(id, active)
    FROM plugins) AS "plugins", (SELECT json_group_object(name, generation)
    FROM content_generations) AS "generations"
`

const NOTHING: DatabaseState = {
  program: null,
  migration: null,
  position: null,
  owner: null,
  plugins: new Map(),
  generations: {},
}

/** Reads the state; empty for an empty database or one whose tables do not exist yet. */
export async function readState(db: Database): Promise<DatabaseState> {
  try {
    const [row] = await query(db, STATE, [])
    const plugins = numbersIn(row?.plugins)
    return {
      program: asText(row?.program),
      migration: asText(row?.migration),
      position: typeof row?.position === 'number' ? row.position : null,
      owner: typeof row?.owner === 'string' ? parseOwner(row.owner) : null,
      plugins: new Map(Object.entries(plugins).map(([id, active]) => [id, active === 1])),
      generations: numbersIn(row?.generations),
    }
  } catch (error) {
    if (refusalOf(error)?.kind !== 'missing') throw error
    return NOTHING
  }
}

export function isUpToDate({ program, migration, owner }: DatabaseState, runtime: Runtime): boolean {
  const { manifest, migrations } = runtime.program
  const isOwn = runtime.environment.migrations === 'off' || (owner !== null && isSame(owner, ownerOf(runtime)))
  return isOwn && program === manifest.hash && migration === (migrations.at(-1)?.name ?? null)
}

/** Returns the owner that this worker's database must have. */
export function ownerOf({ program, environment }: Runtime): Owner {
  return { project: program.manifest.name, environment: environment.name }
}

/** Parses the result of `json_group_object` with names and numbers. */
function numbersIn(value: unknown): Readonly<Record<string, number>> {
  return JSON.parse(String(value ?? '{}')) as Record<string, number>
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
