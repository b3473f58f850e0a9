import type { Context } from 'hono'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'

/** Maximum number of bytes of a JSON or urlencoded body. */
export const MAX_BODY = 1024 * 1024
/** Maximum depth of arrays and objects in a JSON body. A deeper body could exhaust the stack. */
const MAX_DEPTH = 100
/**
 * Maximum number of values per MiB of a JSON body. Validating a value takes a few microseconds, and a MiB could contain
 * half a million values.
 */
const MAX_VALUES = 200_000

/**
 * Reads and parses the JSON body of a request.
 * @param max maximum number of bytes. Default `MAX_BODY`
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, `malformed_json`
 */
export async function readJson(c: Context, max: number = MAX_BODY): Promise<unknown> {
  const known = bodies.get(c.req.raw)
  if (known) return known.value
  const value = await readOnce(c, max)
  bodies.set(c.req.raw, { value })
  return value
}

/** Parsed bodies by request, because some requests are handled twice, but a body can be read only once. */
const bodies = new WeakMap<Request, { readonly value: unknown }>()

async function readOnce(c: Context, max: number): Promise<unknown> {
  if (mediaTypeOf(c) !== 'application/json') {
    throw new HttpError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  }
  const text = decode(await readBytes(c.req.raw, max))
  noteBody(c, text)
  const value = parse(text)
  const most = MAX_VALUES * (max / MAX_BODY)
  if (countValues(value, MAX_DEPTH, most) > most) {
    throw new HttpError('payload_too_large', t('A body may have at most {max} values.', { max: most }))
  }
  if (/\\u[dD][89a-fA-F]/.test(text) && holdsLoneSurrogate(value)) {
    throw new HttpError('malformed_json', 'The body contains a lone surrogate, which is not a character (RFC 7493).')
  }
  return value
}

/**
 * Maximum number of characters of a body that the security log searches. Searching that many takes a hundred
 * microseconds.
 */
const MAX_NOTED = 65_536

/** Passes the beginning of a body to the security log. */
export function noteBody(c: Context, text: string): void {
  c.set('bodyText', text.length > MAX_NOTED ? text.slice(0, MAX_NOTED) : text)
}

/** Returns the media type of the body in lower case, without parameters; empty if the request states none. */
export function mediaTypeOf(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * Reads a body of at most `max` bytes.
 * @throws HttpError `payload_too_large`, without reading further
 */
export async function readBytes(request: Request, max: number = MAX_BODY): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > max) throw tooLarge(max)
    return new Uint8Array(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > max) throw tooLarge(max)
    chunks.push(chunk)
  }
  return joinChunks(chunks, size)
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

function tooLarge(max: number): HttpError {
  return new HttpError('payload_too_large', t('A body may have at most {max} bytes.', { max }))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new HttpError('malformed_json', 'The body is not UTF-8.', { cause })
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new HttpError('malformed_json', 'The body is empty.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HttpError('malformed_json', `The body is not JSON: ${(cause as Error).message}.`, { cause })
  }
}

/**
 * Counts the values in a value, including itself. Stops counting above `most`.
 * @throws HttpError `malformed_json` for more levels than `depth`
 */
function countValues(value: unknown, depth: number, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  if (depth === 0) throw new HttpError('malformed_json', `The body nests deeper than ${MAX_DEPTH} levels.`)
  let count = 1
  for (const inner of Object.values(value)) {
    count += countValues(inner, depth - 1, most - count)
    if (count > most) return count
  }
  return count
}

/**
 * Tells whether a value contains a lone surrogate. Only for these does `JSON.stringify` write escapes from `\ud800` to
 * `\udfff`.
 */
function holdsLoneSurrogate(value: unknown): boolean {
  return /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/.test(JSON.stringify(value))
}
