import { WAITING_ROWS, whereOrdinary } from '../../ground/internal-tables.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { MigrationHead } from '../../manifest/index.ts'
import { WrongDatabaseError } from './errors.ts'
import { type MigrationDatabase, readLedger } from './ledger.ts'

/** Owner of a database: a project, by its name in the config, and an environment. */
export interface Owner {
  readonly project: string
  readonly environment: string
}

/** Key of the row of `system_state` that records the database's owner. */
export const OWNER_KEY = 'project'

/**
 * Checks that a database belongs to the owner or, if no owner is recorded, that it is empty or has migrations of this
 * project. Only reads.
 * @throws WrongDatabaseError for a database that has another owner, or contains tables of another project
 */
export async function checkOwner(
  db: MigrationDatabase,
  owner: Owner,
  migrations: readonly MigrationHead[],
): Promise<void> {
  const { tables, found } = await readOwner(db)
  if (found) {
    if (isSame(found, owner)) return
    throw new WrongDatabaseError(`the database belongs to ${withMessages(found)}, not to ${withMessages(owner)}`)
  }
  const ledger = tables.includes('d1_migrations') ? await readLedger(db) : []
  const known = new Set(migrations.map(({ name }) => name))
  if (ledger.some(({ name }) => known.has(name))) return
  if (ledger.length > 0) {
    throw new WrongDatabaseError(
      `the database was created by migrations that this project does not have: ${few(ledger.map(({ name }) => name))}`,
    )
  }
  const foreign = tables.filter((name) => name !== 'd1_migrations' && name !== WAITING_ROWS)
  if (foreign.length === 0) return
  throw new WrongDatabaseError(
    `the database contains tables that no migration of this project created: ${few(foreign)}`,
  )
}

/** Records the owner of a database if it has none, or if `adopt` is set. Does nothing before the first migration. */
export async function claim(db: MigrationDatabase, owner: Owner, adopt = false): Promise<void> {
  const { tables, found } = await readOwner(db)
  if (!tables.includes('system_state') || (found && (isSame(found, owner) || !adopt))) return
  const conflict = adopt
    ? 'DO UPDATE SET "value" = excluded."value", "updated_at" = excluded."updated_at"'
    : 'DO NOTHING'
  const { project, environment } = owner
  await db
    .prepare(
      sqlText`
        INSERT INTO "system_state" ("key", "value", "updated_at")
        VALUES (?1, ?2, unixepoch() * 1000)
        ON CONFLICT ("key") ${conflict}
      `,
    )
    .bind(OWNER_KEY, JSON.stringify({ project, environment }))
    .all()
}

interface Found {
  /** Names of ordinary tables, without those of SQLite and of the platform. */
  readonly tables: readonly string[]
  readonly found: Owner | null
}

async function readOwner(db: MigrationDatabase): Promise<Found> {
  const { results } = await db.prepare(TABLES).all<{ name: string; keys: number }>()
  const tables = results.map(({ name }) => name)
  // A table with this name but other columns does not belong to Lintel.
  if (!tables.includes('system_state') || results[0]?.keys !== 2) return { tables, found: null }
  const { results: rows } = await db
    .prepare('SELECT value FROM "system_state" WHERE key = ?1')
    .bind(OWNER_KEY)
    .all<{ value: string }>()
  return { tables, found: rows[0] ? parseOwner(rows[0].value) : null }
}

const TABLES = sqlText`
  SELECT name, (SELECT count(*) FROM pragma_table_info('system_state') WHERE name IN ('key', 'value')) AS keys
  FROM sqlite_schema
  WHERE type = 'table' AND ${whereOrdinary('name')}
  ORDER BY name
`

/** Parses the recorded owner. Text in an unknown format counts as an unknown owner. */
export function parseOwner(text: string): Owner {
  try {
    const value: unknown = JSON.parse(text)
    if (isOwner(value)) return value
  } catch {
    // Not JSON: an unknown format.
  }
  return { project: text, environment: 'unknown' }
}

function isOwner(value: unknown): value is Owner {
  const { project, environment } = Object(value) as Partial<Record<keyof Owner, unknown>>
  return typeof project === 'string' && typeof environment === 'string'
}

export function isSame(one: Owner, other: Owner): boolean {
  return one.project === other.project && one.environment === other.environment
}

function withMessages({ project, environment }: Owner): string {
  return `${project} (${environment})`
}

function few(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `${names.slice(0, 3).join(', ')}${more}`
}
