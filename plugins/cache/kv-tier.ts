import { log, type RequestContext, sha256 } from 'lintel/kit'
import type { Entry } from './entry.ts'
import { bytesOf } from './memory-tier.ts'

/** Maximum time that a read may take before it counts as a miss, in milliseconds. */
const PATIENCE = 250
/** Maximum time for operations that no reader waits for, in milliseconds. */
const LONG_PATIENCE = 5000
/** Minimum lifetime of a value in KV, in seconds, and maximum length of its key, in bytes. */
const SHORTEST = 60
const MAX_KEY = 512
/** Minimum time between two log lines about a KV namespace that fails, in milliseconds. */
const LOG_EVERY = 60_000
/** Maximum number of entries that one request reads from KV to list or delete them. */
const MAX_LISTED = 5000
/** Maximum number of entries that are deleted at once; the others expire by themselves. */
const MAX_DELETED = 500

/**
 * Properties of an entry that are known without reading its value. Times are milliseconds since the epoch, the size is
 * in bytes.
 */
export interface KvEntry {
  readonly key: string
  readonly size: number
  readonly createdAt: number
  readonly expiresAt: number
}

/**
 * Reads an entry by its key and `state`, which distinguishes the values that one key has had over time.
 * @returns `null` if there is no entry, or KV fails or takes too long
 */
export async function readKv(c: RequestContext, key: string, state: string): Promise<Entry | null> {
  return attempt(c, async () => {
    const text = await inTime(PATIENCE, async () => c.env.CACHE_KV.get(await nameOf(key, state), 'text'))
    return text === null ? null : parseEntry(text, key)
  })
}

export async function writeKv(c: RequestContext, entry: Entry, state: string): Promise<void> {
  await attempt(c, async () => {
    const text = JSON.stringify(entry)
    const { key, createdAt, expiresAt } = entry
    const metadata: KvEntry = { key: key.slice(0, 600), size: bytesOf(text), createdAt, expiresAt }
    const life = Math.max(SHORTEST, Math.ceil((expiresAt - Date.now()) / 1000))
    const name = await nameOf(key, state)
    await inTime(LONG_PATIENCE, () => c.env.CACHE_KV.put(name, text, { expirationTtl: life, metadata }))
    return null
  })
}

/**
 * Returns the entries among the first 5,000 or so in KV that match and have not expired; if KV fails, those found
 * before.
 */
export async function listKv(c: RequestContext, matches: (key: string) => boolean): Promise<KvEntry[]> {
  return (await listNames(c, matches)).map(({ entry }) => entry)
}

/** Deletes the entries that `listKv` finds, at most 500 of them. Returns how many it finds. */
export async function dropKv(c: RequestContext, matches: (key: string) => boolean): Promise<number> {
  const found = await listNames(c, matches)
  await attempt(c, async () => {
    const names = found.slice(0, MAX_DELETED).map(({ name }) => name)
    await inTime(LONG_PATIENCE, () => Promise.all(names.map((name) => c.env.CACHE_KV.delete(name))))
    return null
  })
  return found.length
}

async function listNames(c: RequestContext, matches: (key: string) => boolean) {
  const found: { name: string; entry: KvEntry }[] = []
  await attempt(c, async () => {
    let cursor: string | undefined
    let seen = 0
    do {
      const from = { prefix: 'cache:', ...(cursor === undefined ? {} : { cursor }) }
      const part = await inTime(LONG_PATIENCE, () => c.env.CACHE_KV.list<KvEntry>(from))
      for (const { name, metadata } of part.keys) {
        if (isEntry(metadata) && metadata.expiresAt > Date.now() && matches(metadata.key)) {
          found.push({ name, entry: metadata })
        }
      }
      seen += part.keys.length
      cursor = part.list_complete ? undefined : part.cursor
    } while (cursor !== undefined && seen < MAX_LISTED)
    return null
  })
  return found
}

/** Returns the name of an entry in KV. A name that is too long is replaced by its namespace and a hash. */
async function nameOf(key: string, state: string): Promise<string> {
  const name = `${key}#${state}`
  if (new TextEncoder().encode(name).length <= MAX_KEY) return name
  return `${key.split(':', 2).join(':')}:#${await sha256(name)}`
}

/** Parses a value from KV, which anybody may have written. Returns `null` unless it is an entry of this key. */
function parseEntry(text: string, key: string): Entry | null {
  const entry = JSON.parse(text) as Partial<Entry> | null // parseEntry checks the properties
  const isWhole =
    entry?.key === key &&
    typeof entry.createdAt === 'number' &&
    typeof entry.expiresAt === 'number' &&
    typeof entry.version === 'string' &&
    typeof entry.generations === 'object'
  return isWhole ? (entry as Entry) : null
}

function isEntry(metadata: KvEntry | null | undefined): metadata is KvEntry {
  return typeof metadata?.key === 'string' && typeof metadata.expiresAt === 'number'
}

async function inTime<T>(patience: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

let loggedAt = Number.NEGATIVE_INFINITY

/** Runs an operation on KV. Returns `null`, a miss, if it fails or takes too long. */
async function attempt<T>(c: RequestContext, work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (Date.now() - loggedAt > LOG_EVERY) {
      loggedAt = Date.now()
      log(c, 'warn', { type: 'cache', tier: 'kv', message: 'KV is not responding properly', error: String(error) })
    }
    return null
  }
}
