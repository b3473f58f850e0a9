import {
  environmentOf,
  type Manifest,
  manifestOf,
  migrationsOf,
  type RequestContext,
  readMigrations,
  whereOrdinary,
} from '../runtime/kit.ts'
import type { Check, FullHealth, Health } from './health-object.ts'

/** Reads the part of the state that the database determines. */
export async function checkDatabase(c: RequestContext): Promise<Health> {
  const database = await readDatabase(c)
  return { status: database === null ? 'error' : 'ok', timestamp: now(), schemas: database?.tables ?? [] }
}

export async function checkEverything(c: RequestContext): Promise<FullHealth> {
  const [database, kv, bucket] = await Promise.all([
    readDatabase(c),
    attempt(() => c.env.CACHE_KV.get('health')),
    attempt(() => c.env.MEDIA_BUCKET.head('health')),
  ])
  const schema = compareSchema(c, database)
  const isWhole = kv === 'ok' && bucket === 'ok' && schema.pending === 0 && !schema.drift
  return {
    status: database === null ? 'error' : isWhole ? 'ok' : 'degraded',
    timestamp: now(),
    schemas: database?.tables ?? [],
    environment: environmentOf(c).name,
    version: manifestOf(c).version,
    checks: { database: database === null ? 'error' : 'ok', kv, bucket },
    schema,
  }
}

interface Database {
  readonly tables: readonly string[]
  readonly applied: readonly { readonly name: string; readonly checksum: string | null }[]
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND ${whereOrdinary('name')} ORDER BY name`

/** Reads the database; `null` if it does not respond. */
async function readDatabase(c: RequestContext): Promise<Database | null> {
  try {
    return await within(readTables(c))
  } catch {
    return null // bootstrap logs the reason
  }
}

async function readTables(c: RequestContext): Promise<Database> {
  const { results } = await c.env.DB.prepare(TABLES).all<{ name: string }>()
  const tables = results.map(({ name }) => name)
  if (!tables.includes('d1_migrations')) return { tables, applied: [] }
  const { applied } = await readMigrations(c)
  return { tables: tables.filter((name) => !isShadow(name, tables)), applied }
}

/** Tells whether a table is an internal table of an FTS5 index, such as `posts_fts_data`. */
function isShadow(name: string, tables: readonly string[]): boolean {
  const index = /^(.+_fts)_(?:data|idx|content|docsize|config)$/.exec(name)?.[1]
  return index !== undefined && tables.includes(index)
}

function compareSchema(c: RequestContext, database: Database | null): FullHealth['schema'] {
  const migrations = migrationsOf(c)
  const applied = database?.applied ?? []
  const names = new Set(applied.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !names.has(name)).length
  return {
    expected: migrations.at(-1)?.name ?? null,
    actual: applied.at(-1)?.name ?? null,
    pending,
    drift: database !== null && (isRewritten(c, applied) || (pending === 0 && lacksTables(manifestOf(c), database))),
  }
}

/** Tells whether a migration that was applied with a checksum has changed since, or is not one of this program. */
function isRewritten(c: RequestContext, applied: Database['applied']): boolean {
  const checksums = new Map(migrationsOf(c).map(({ name, checksum }) => [name, checksum]))
  return applied.some(({ name, checksum }) => checksum !== null && checksums.get(name) !== checksum)
}

function lacksTables({ tables }: Manifest, database: Database): boolean {
  return tables.some((table) => !database.tables.includes(table))
}

async function attempt(check: () => Promise<unknown>): Promise<Check> {
  try {
    await within(check())
    return 'ok'
  } catch {
    return 'error' // the health check only reports the state, not the reason
  }
}

/** Milliseconds after which a store counts as unavailable, so that monitors receive a response within a second. */
const PATIENCE = 900

async function within<Value>(response: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${PATIENCE} ms`)), PATIENCE)
  })
  return Promise.race([response, late]).finally(() => clearTimeout(timer))
}

function now(): string {
  return new Date().toISOString()
}
