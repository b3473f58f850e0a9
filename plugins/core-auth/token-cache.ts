import { type RequestContext, settingsOf, sha256, type TokenPayload, type WithEnv } from 'lintel/kit'
import * as z from 'zod'
import { readAccessToken, tokenPayload } from './access-token.ts'
import { settings } from './settings.ts'
import { signingKeys } from './signing-keys.ts'

/** Maximum time for which a checked token is remembered, in seconds. */
const LIFETIME = 5 * 60
/** Minimum lifetime in KV, in seconds (https://developers.cloudflare.com/kv/api/write-key-value-pairs). */
const KV_SHORTEST = 60
/** Maximum time to wait for the store, in milliseconds. */
const PATIENCE = 250
/** Maximum number of tokens that an isolate remembers: about half a megabyte. */
const MAX_REMEMBERED = 1000
/** Maximum length of a token, in characters: the service never signs a longer one. */
const MAX_TOKEN = 4096

const cached = z.strictObject({
  payload: tokenPayload,
  /** Expiry time in milliseconds since the epoch. */
  until: z.int(),
  /** Fingerprint of the keys and claims that the token was checked with: after these change, it is checked again. */
  checkedWith: z.string(),
})

type Cached = z.output<typeof cached>

const remembered = new Map<string, Cached>()

/**
 * Works like `readAccessToken`, but first looks in this isolate's memory and the KV namespace. Both store a token under
 * the SHA-256 of the whole token, for at most five minutes and never past its expiry. They remember the token's
 * payload, not whether its session is open: the database is asked for that each time, so that a revocation takes effect
 * at once and everywhere.
 * @param findSession returns the open session that the token names, or `undefined`: in that case the token is forgotten
 */
export async function recallAccessToken<Session>(
  c: RequestContext,
  token: string,
  findSession: (payload: TokenPayload) => Promise<Session | undefined>,
): Promise<{ readonly payload: TokenPayload; readonly session: Session } | null> {
  if (token.length > MAX_TOKEN) return null
  const [key, checkedWith] = await Promise.all([sha256(token), fingerprint(c)])
  const isGood = (entry: Cached | null | undefined): entry is Cached =>
    !!entry && entry.until > Date.now() && entry.payload.exp * 1000 > Date.now() && entry.checkedWith === checkedWith
  const inMemory = remembered.get(key)
  if (!isGood(inMemory) && !looksAlive(token)) return null
  const known = isGood(inMemory) ? inMemory : await readStore(c, key)
  const isKnown = isGood(known)
  const payload = isKnown ? known.payload : await readAccessToken(c, token)
  if (payload === null) return null
  const session = await findSession(payload)
  if (session === undefined) {
    if (isKnown) await forgetAccessToken(c, token)
    return null
  }
  const entry = isKnown
    ? known
    : { payload, checkedWith, until: Math.min(Date.now() + LIFETIME * 1000, payload.exp * 1000) }
  if (entry !== inMemory) remember(key, entry)
  if (!isKnown) c.executionCtx.waitUntil(writeStore(c, key, entry))
  return { payload, session }
}

/** Removes a token from memory and the KV namespace. */
export async function forgetAccessToken(c: RequestContext, token: string): Promise<void> {
  const key = await sha256(token)
  remembered.delete(key)
  try {
    await withPatience(c.env.CACHE_KV.delete(storeKey(key)))
  } catch {
    // An entry that could not be deleted lets nobody in: its session has ended.
  }
}

/** Tells whether a string looks like a JWT that has not expired. Anything else is not looked up in the store. */
function looksAlive(token: string): boolean {
  const [, body] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? []
  if (body === undefined) return false
  try {
    const { exp } = Object(JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1000 > Date.now()
  } catch {
    return false
  }
}

function remember(key: string, entry: Cached): void {
  remembered.delete(key)
  remembered.set(key, entry)
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

/** Reads an entry from the store; `null` if that fails. */
async function readStore(c: RequestContext, key: string): Promise<Cached | null> {
  try {
    return cached.safeParse(await withPatience(c.env.CACHE_KV.get(storeKey(key), 'json'))).data ?? null
  } catch {
    return null
  }
}

async function writeStore(c: RequestContext, key: string, entry: Cached): Promise<void> {
  const seconds = Math.floor((entry.until - Date.now()) / 1000)
  if (seconds < KV_SHORTEST) return
  try {
    await c.env.CACHE_KV.put(storeKey(key), JSON.stringify(entry), { expirationTtl: seconds })
  } catch {
    // Without an entry, the token is simply verified again.
  }
}

/**
 * Waits for the store.
 * @throws Error if the store takes longer than `PATIENCE`
 */
async function withPatience<Value>(response: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the KV namespace does not respond')), PATIENCE)
  })
  try {
    return await Promise.race([response, late])
  } finally {
    clearTimeout(timer)
  }
}

function storeKey(key: string): string {
  return `cache:auth:${key}`
}

const fingerprints = new WeakMap<readonly Uint8Array[], Promise<string>>()

/** Returns a string that changes with `JWT_SECRET`, and with the issuer and audience that tokens must name. */
function fingerprint(c: WithEnv): Promise<string> {
  const keys = signingKeys(c)
  const known = fingerprints.get(keys) ?? makeFingerprint(c, keys)
  fingerprints.set(keys, known)
  return known
}

function makeFingerprint(c: WithEnv, keys: readonly Uint8Array[]): Promise<string> {
  const { issuer, audience } = settingsOf(c, settings)
  const decoder = new TextDecoder()
  return sha256(JSON.stringify([keys.map((key) => decoder.decode(key)), issuer ?? null, audience ?? null]))
}
