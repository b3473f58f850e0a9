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

/** Files never change under their key, so a copy is good for ever: a year, as HTTP counts that. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Answers a file, or the part of it that the caller asks for, as a stream.
 * @throws HttpError `not_found`; `unauthenticated`, `forbidden` for a private file
 */
export async function serveFile(c: RequestContext, key: string): Promise<Response> {
  if (!isKey(key)) throw notFound()
  const caching = await cachingOf(c, key)
  return servePlace(c, { key, place: placeOf(key), name: key, caching })
}

/**
 * Returns the parts of a file that must not be served as stored. While the database does not answer, files are served
 * that need nothing replaced: nobody can tell whether one was deleted in that time.
 * @throws HttpError `not_found` for a file that is deleted; `database_unavailable`
 */
function replacementsIn(key: string, known: Known): readonly Replacement[] {
  if (known === 'deleted') throw notFound()
  if (known !== 'unknown') return known.replaced
  const type = typeOfKey(key)
  if (type === undefined || !mayBeReplaced(type)) return []
  throw new HttpError('database_unavailable', t('The database is not responding.'), { headers: { 'Retry-After': '5' } })
}

/**
 * Returns `Cache-Control` for a response made from a file, where the caller may have it at all.
 * @throws HttpError `unauthenticated`, `forbidden` for a private file
 */
export async function cachingOf(c: RequestContext, key: string): Promise<string> {
  return isPrivateKey(key) ? allowPrivate(c, key) : FOR_EVER
}

export interface Served {
  /** Of the file that it is, or that it was made from. */
  readonly key: string
  /** In the storage. */
  readonly place: string
  /** Name under which it is saved; the type comes from its extension. */
  readonly name: string
  /** `Cache-Control`. */
  readonly caching: string
}

/**
 * Answers an object of the storage, or the part of it that the caller asks for, as long as its file is not deleted. The
 * database is asked while the storage is.
 * @throws HttpError `not_found`
 */
export async function servePlace(
  c: RequestContext,
  { key: file, place, name: key, caching }: Served,
): Promise<Response> {
  const asked = knownFile(c, file)
  // What is made of a file has nothing in it to be replaced.
  const replacements = async () => replacementsIn(key, await asked)
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

/** A body that nobody reads holds up the connection to the storage. */
async function orCancel<Result>(response: Promise<Result>, body: ReadableStream<Uint8Array>): Promise<Result> {
  try {
    return await response
  } catch (error) {
    await body.cancel()
    throw error
  }
}

/**
 * Private files are for whoever has a signed address, and for everybody who is signed in.
 * @returns how the answer may be kept
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

/** The type comes from the key, hence from the bytes; nothing served from here ever runs script on this site. */
function contentHeaders(key: string): Record<string, string> {
  const type = typeOfKey(key) ?? 'application/octet-stream'
  const isPdf = type === 'application/pdf'
  return {
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'Content-Disposition': `${describeType(type).inline ? 'inline' : 'attachment'}; filename="${key}"`,
    // Browsers' PDF viewers do not open in a sandbox.
    'Content-Security-Policy': isPdf ? "script-src 'none'" : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
}

/** The MIME type that a key's extension stands for. */
export function typeOfKey(key: string): MediaTypeName | undefined {
  return TYPES.get(key.slice(key.lastIndexOf('.') + 1))
}

const TYPES: ReadonlyMap<string, MediaTypeName> = new Map(
  MEDIA_TYPE_NAMES.map((name) => [MEDIA_TYPES[name].extension, name]),
)

function notFound(): HttpError {
  return new HttpError('not_found', t('There is no such file.'))
}
