import { HttpError, type RequestContext, t } from 'lintel/kit'
import type { Replacement } from '../inspect/facts.ts'
import { mayBeReplaced } from '../inspect/inspector.ts'
import { describeType, MEDIA_TYPE_NAMES, MEDIA_TYPES, type MediaTypeName } from '../media-types.ts'
import { isKey, isPrivateKey, placeOf } from '../storage/keys.ts'
import { type Known, knownFile } from '../storage/known-files.ts'
import { throughMemory } from '../storage/memory.ts'
import { storageOf } from '../storage/open.ts'
import type { StoredObject } from '../storage/storage.ts'
import { readRange } from './byte-range.ts'
import { isUnchanged, rangeApplies } from './conditions.ts'
import { replaceIn } from './replace.ts'
import { verifySignature } from './signed-url.ts'

/**
 * `Cache-Control` of public files. A file never changes under its key, so a copy is valid forever, which HTTP expresses
 * as a year.
 */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Serves a file, or the part of it that the caller requests, as a stream.
 * @throws HttpError `not_found`; `unauthenticated`, `forbidden` for a private file
 */
export async function serveFile(c: RequestContext, key: string): Promise<Response> {
  if (!isKey(key)) throw notFound()
  const caching = await cachingOf(c, key)
  return servePlace(c, { key, place: placeOf(key), name: key, caching })
}

/**
 * Returns the ranges of a file that must not be served as stored. While the database does not respond, files whose type
 * never needs replacements are served, although such a file may have been deleted in the meantime.
 * @throws HttpError `not_found` for a deleted file; `database_unavailable`
 */
function replacementsIn(key: string, known: Known): readonly Replacement[] {
  if (known === 'deleted') throw notFound()
  if (known !== 'unknown') return known.replaced
  const type = typeOfKey(key)
  if (type === undefined || !mayBeReplaced(type)) return []
  throw new HttpError('database_unavailable', t('The database is not responding.'), { headers: { 'Retry-After': '5' } })
}

/**
 * Returns `Cache-Control` for a response made from a file, if the caller may read the file.
 * @throws HttpError `unauthenticated`, `forbidden` for a private file
 */
export async function cachingOf(c: RequestContext, key: string): Promise<string> {
  return isPrivateKey(key) ? allowPrivate(c, key) : FOR_EVER
}

export interface Served {
  /** Key of the file, or of the file that the object was made from. */
  readonly key: string
  /** Place of the object in storage. */
  readonly place: string
  /** Name under which the object is saved; its extension determines the type. */
  readonly name: string
  /** Value of `Cache-Control`. */
  readonly caching: string
}

/**
 * Serves an object of the storage, or the part of it that the caller requests, unless its file was deleted. The
 * database and the storage are read at the same time.
 * @throws HttpError `not_found`
 */
export async function servePlace(
  c: RequestContext,
  { key: file, place, name: key, caching }: Served,
): Promise<Response> {
  const lookup = knownFile(c, file)
  // Objects made from a file contain nothing that must be replaced.
  const replacements = async () => replacementsIn(key, await lookup)
  const stored = storageOf(c)
  const storage = caching.startsWith('public') ? throughMemory(stored) : stored
  const range = c.req.header('range')
  const isPlain = range === undefined && c.req.method === 'GET' && !isConditional(c)
  if (isPlain) {
    const found = await storage.get(place)
    if (!found) throw notFound()
    const whole = { offset: 0, length: found.size }
    const replaced = await orCancel(replacements(), found.body)
    return new Response(replaceIn(found.body, whole, replaced), { headers: headersOf(key, found, caching, found.size) })
  }
  const found = await storage.head(place)
  if (!found) throw notFound()
  const replaced = await replacements()
  if (isUnchanged(c, found)) return new Response(null, { status: 304, headers: validators(found, caching) })
  const part = c.req.method === 'GET' && rangeApplies(c, found) ? readRange(range, found.size) : null
  if (part === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${found.size}` } })
  }
  if (c.req.method === 'HEAD') return new Response(null, { headers: headersOf(key, found, caching, found.size) })
  const opened = await storage.get(place, part ?? undefined)
  if (!opened) throw notFound()
  const sent = part ?? { offset: 0, length: found.size }
  const headers = headersOf(key, found, caching, sent.length)
  const body = replaceIn(opened.body, sent, replaced)
  if (!part) return new Response(body, { headers })
  const last = part.offset + part.length - 1
  const contentRange = `bytes ${part.offset}-${last}/${found.size}`
  return new Response(body, { status: 206, headers: { ...headers, 'Content-Range': contentRange } })
}

/** Cancels the body of a response when something else fails: an unread body blocks the connection to the storage. */
async function orCancel<Result>(response: Promise<Result>, body: ReadableStream<Uint8Array>): Promise<Result> {
  try {
    return await response
  } catch (error) {
    await body.cancel()
    throw error
  }
}

/**
 * Checks that the caller may read a private file: with a signed address, or signed in.
 * @returns `Cache-Control` for the response
 * @throws HttpError `unauthenticated`, or `forbidden` for a signature that is invalid or has expired
 */
async function allowPrivate(c: RequestContext, key: string): Promise<string> {
  const expires = await verifySignature(c, key)
  if (expires !== null) return `private, max-age=${Math.max(0, expires - Math.floor(Date.now() / 1000))}`
  if (c.var.user !== null) return 'private, no-cache'
  if (c.req.query('signature') !== undefined) {
    throw new HttpError('forbidden', t('The address is no longer valid, or was changed.'))
  }
  throw new HttpError('unauthenticated', t('This file needs a signed address, or a token.'))
}

function isConditional(c: RequestContext): boolean {
  return c.req.header('if-none-match') !== undefined || c.req.header('if-modified-since') !== undefined
}

function headersOf(key: string, found: StoredObject, caching: string, length: number): Record<string, string> {
  return {
    ...validators(found, caching),
    ...contentHeaders(key),
    'Content-Length': String(length),
    'Accept-Ranges': 'bytes',
  }
}

function validators({ etag, uploadedAt }: StoredObject, caching: string): Record<string, string> {
  return { ETag: etag, 'Last-Modified': new Date(uploadedAt).toUTCString(), 'Cache-Control': caching }
}

/**
 * Returns headers that prevent scripts. The MIME type follows from the key, which was made for the type that the bytes
 * have, and files never run scripts on this site.
 */
function contentHeaders(key: string): Record<string, string> {
  const type = typeOfKey(key) ?? 'application/octet-stream'
  const isPdf = type === 'application/pdf'
  return {
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'Content-Disposition': `${describeType(type).inline ? 'inline' : 'attachment'}; filename="${key}"`,
    // Browsers' PDF viewers do not work in a sandbox.
    'Content-Security-Policy': isPdf ? "script-src 'none'" : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
}

/** Returns the MIME type for the extension of a key. */
export function typeOfKey(key: string): MediaTypeName | undefined {
  return TYPES.get(key.slice(key.lastIndexOf('.') + 1))
}

const TYPES: ReadonlyMap<string, MediaTypeName> = new Map(
  MEDIA_TYPE_NAMES.map((name) => [MEDIA_TYPES[name].extension, name]),
)

function notFound(): HttpError {
  return new HttpError('not_found', t('There is no such file.'))
}
