import { sqlText } from '../../ground/sql-text.ts'
import type { HostDatabase, HostStore } from '../host.ts'

/**
 * Table of the store. Tables that the host creates in a service's database begin with `_host_`: migrations, backups and
 * drift ignore them.
 */
export const STORE_SCHEMA = {
  _host_store:
    'CREATE TABLE IF NOT EXISTS _host_store (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, metadata TEXT, expires_at INTEGER)',
  _host_store_expires:
    'CREATE INDEX IF NOT EXISTS _host_store_expires ON _host_store (expires_at) WHERE expires_at IS NOT NULL',
}

/** Limits of Cloudflare KV: bytes of a key and of metadata, seconds of a lifetime, keys of a list. */
const MAX_KEY = 512
const MAX_METADATA = 1024
const SHORTEST_LIFE = 60
const MAX_LISTED = 1000
/** Maximum number of rows that one statement deletes, so that others can write in between. */
const REMOVED_AT_ONCE = 1000

const LIVING = '(expires_at IS NULL OR expires_at > ?1)'
const GET = `SELECT value, metadata FROM _host_store WHERE key = ?2 AND ${LIVING}`
const PUT = sqlText`
  INSERT INTO _host_store (key, value, metadata, expires_at)
  VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (key)
  DO UPDATE SET value = excluded.value, metadata = excluded.metadata, expires_at = excluded.expires_at
`
const DELETE = 'DELETE FROM _host_store WHERE key = ?1'
const LIST = sqlText`
  SELECT key, metadata
  FROM _host_store
  WHERE key >= ?2 AND key < ?2 || char(1114111) AND key > ?3 AND ${LIVING}
  ORDER BY key LIMIT CAST(?4 AS INTEGER)
`
const EXPIRED = sqlText`
  DELETE FROM _host_store
  WHERE rowid IN (SELECT rowid FROM _host_store WHERE expires_at <= ?1 LIMIT ${REMOVED_AT_ONCE})
`

/**
 * Creates a store in a table of the service's database. Every process sees a write at once.
 * @param now returns the current time in milliseconds since the epoch
 */
export function createStore(db: HostDatabase, now: () => number = Date.now): HostStore {
  const session = db.withSession()
  const find = async (key: string) => {
    requireKey('GET', key)
    return session.prepare(GET).bind(now(), key).first<{ value: string; metadata: string | null }>()
  }
  const get = async (key: string, type: 'text' | 'json' = 'text') => {
    const row = await find(key)
    return row === null || type === 'text' ? (row?.value ?? null) : JSON.parse(row.value)
  }
  return {
    get,
    getWithMetadata: async (key) => {
      const row = await find(key)
      return { value: row?.value ?? null, metadata: row?.metadata ? JSON.parse(row.metadata) : null }
    },
    put: async (key, value, { expirationTtl, metadata } = {}) => {
      requireKey('PUT', key)
      const text = metadata === undefined ? null : JSON.stringify(metadata)
      const size = Buffer.byteLength(text ?? '')
      if (size > MAX_METADATA) throw refused('PUT', 413, `Metadata length of ${size} exceeds limit of ${MAX_METADATA}.`)
      const expiresAt = expirationTtl === undefined ? null : now() + lifeOf(expirationTtl) * 1000
      await session.prepare(PUT).bind(key, value, text, expiresAt).run()
    },
    delete: async (key) => {
      requireKey('DELETE', key)
      await session.prepare(DELETE).bind(key).run()
    },
    list: async ({ prefix = '', cursor, limit = MAX_LISTED } = {}) => {
      if (!(limit >= 1 && limit <= MAX_LISTED)) {
        throw refused(
          'GET',
          400,
          `Invalid key_count_limit of ${limit}. Please specify an integer from 1 to ${MAX_LISTED}.`,
        )
      }
      const after = Buffer.from(cursor ?? '', 'base64url').toString()
      const { results } = await session
        .prepare(LIST)
        .bind(now(), prefix, after, limit + 1)
        .all<{ key: string; metadata: string | null }>()
      const keys = results.slice(0, limit).map(({ key: name, metadata }) => ({
        name,
        ...(metadata !== null && { metadata: JSON.parse(metadata) }),
      }))
      if (results.length <= limit) return { keys, list_complete: true }
      return { keys, list_complete: false, cursor: Buffer.from(keys.at(-1)?.name ?? '').toString('base64url') }
    },
  }
}

/** Deletes expired values; called by a timer. Expired values are never returned, even before they are deleted. */
export async function removeExpired(db: HostDatabase, now: number): Promise<void> {
  for (;;) {
    const { meta } = await db.prepare(EXPIRED).bind(now).run()
    if (meta.changes < REMOVED_AT_ONCE) return
  }
}

function requireKey(method: string, key: string): void {
  if (key === '') throw new TypeError('Key name cannot be empty.')
  const size = Buffer.byteLength(key)
  if (size > MAX_KEY) {
    throw refused(method, 414, `UTF-8 encoded length of ${size} exceeds key length limit of ${MAX_KEY}.`)
  }
}

function lifeOf(seconds: number): number {
  if (seconds >= SHORTEST_LIFE) return seconds
  throw refused('PUT', 400, `Invalid expiration_ttl of ${seconds}. Expiration TTL must be at least ${SHORTEST_LIFE}.`)
}

/** Makes an error with KV's wording. */
function refused(method: string, status: number, message: string): Error {
  return new Error(`KV ${method} failed: ${status} ${message}`)
}
