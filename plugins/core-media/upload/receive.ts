import { createHash } from 'node:crypto'
import { HttpError, t } from 'lintel/kit'
import { detectType, HEAD_SIZE } from '../detect-type.ts'
import type { StoredFacts } from '../inspect/facts.ts'
import { type Inspection, inspect } from '../inspect/inspector.ts'
import { DamagedFile } from '../inspect/steps.ts'
import { type MediaTypeName, mediaTypeNamed } from '../media-types.ts'
import { newKey, placeOf } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import { createWriter, type Writer } from '../storage/writer.ts'

/** A file that has arrived completely and was accepted. It is not in storage before `writer.commit`. */
export interface Received {
  readonly originalName: string
  readonly type: MediaTypeName
  readonly key: string
  /** Size in bytes, as stored. */
  readonly size: number
  /** SHA-256 of the stored bytes, hex; for a file uploaded in several parts, the result of `hashOfParts`. */
  readonly hash: string
  readonly facts: StoredFacts
  readonly isPrivate: boolean
  readonly writer: Writer
}

export interface Conditions {
  readonly storage: Storage
  readonly maxFileSize: number
  readonly allowedTypes: readonly MediaTypeName[]
  readonly isPrivate: boolean
}

/** A file that is being received. */
export interface Receiver {
  /**
   * Receives a chunk.
   * @throws HttpError as soon as the file is too large, or of a type that is not accepted
   */
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<Received>
  discard(): Promise<void>
}

/** Receives one file: detects its type from the first bytes, then cleans, hashes and writes it as a stream. */
export function receive(
  { name, claimedType }: { readonly name: string; readonly claimedType: string },
  conditions: Conditions,
): Receiver {
  const claimed = readClaim(claimedType, conditions.allowedTypes, name)
  const hash = createHash('sha256')
  let head = new Uint8Array(0)
  let came = 0
  let size = 0
  let accepted: { type: MediaTypeName; key: string; inspection: Inspection; writer: Writer } | null = null

  const accept = async () => {
    const type = checkType(await detectType(head, claimed), claimed, conditions.allowedTypes, name)
    const key = newKey(type, conditions.isPrivate)
    accepted = { type, key, inspection: inspect(type), writer: createWriter(conditions.storage, placeOf(key), type) }
    await store(accepted, head)
    return accepted
  }
  const store = async ({ inspection, writer }: NonNullable<typeof accepted>, chunk: Uint8Array) => {
    for (const bytes of readable(() => inspection.push(chunk), name)) await writeOn(writer, bytes)
  }
  const writeOn = async (writer: Writer, bytes: Uint8Array) => {
    hash.update(bytes)
    size += bytes.length
    await writer.write(bytes)
  }
  return {
    write: async (chunk) => {
      came += chunk.length
      if (came > conditions.maxFileSize) throw tooLarge(name, conditions.maxFileSize)
      if (accepted) return store(accepted, chunk)
      head = concat(head, chunk)
      if (head.length >= HEAD_SIZE) await accept()
    },
    end: async () => {
      if (came === 0) throw new HttpError('file_type_mismatch', t('{name} is empty.', { name: quote(name) }))
      const { type, key, inspection, writer } = accepted ?? (await accept())
      await writeOn(
        writer,
        readable(() => inspection.end(), name),
      )
      if (size === 0) throw mismatch(name, type)
      const { isPrivate } = conditions
      return {
        originalName: name,
        type,
        key,
        size,
        hash: hash.digest('hex'),
        facts: inspection.facts(),
        isPrivate,
        writer,
      }
    },
    discard: async () => accepted?.writer.discard(),
  }
}

/**
 * Returns the type that the sender claims; `undefined` if the sender claims none, or only unknown bytes.
 * @throws HttpError `unsupported_media_type` for a type that is not accepted
 */
function readClaim(claimedType: string, allowed: readonly MediaTypeName[], name: string): MediaTypeName | undefined {
  const bare = claimedType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (bare === '' || bare === 'application/octet-stream') return undefined
  const claimed = mediaTypeNamed(bare)
  if (claimed === undefined || !allowed.includes(claimed)) throw notAllowed(name, bare, allowed)
  return claimed
}

/**
 * Returns the detected type, which must be allowed and must equal the type that the upload claims, if it claims one.
 * @throws HttpError `file_type_mismatch`, `unsupported_media_type`
 */
export function checkType(
  found: MediaTypeName | undefined,
  claimed: MediaTypeName | undefined,
  allowed: readonly MediaTypeName[],
  name: string,
): MediaTypeName {
  if (claimed !== undefined && found !== claimed) throw mismatch(name, claimed)
  if (found === undefined || !allowed.includes(found)) throw notAllowed(name, found ?? t('of an unknown type'), allowed)
  return found
}

/**
 * Runs a step of reading a picture, and reports a damaged picture as an error of the request.
 * @throws HttpError `file_type_mismatch` for a damaged picture, of which nothing is stored
 */
function readable<Result>(act: () => Result, name: string): Result {
  try {
    return act()
  } catch (cause) {
    if (!(cause instanceof DamagedFile)) throw cause
    const message = t(
      '{name} is damaged, so its picture and its metadata cannot be told apart. Save it again in an image program.',
      {
        name: quote(name),
      },
    )
    throw new HttpError('file_type_mismatch', message, { cause })
  }
}

function mismatch(name: string, claimed: string): HttpError {
  return new HttpError(
    'file_type_mismatch',
    t('The bytes of {name} are not {claimed}.', { name: quote(name), claimed }),
  )
}

function notAllowed(name: string, type: string, allowed: readonly string[]): HttpError {
  return new HttpError(
    'unsupported_media_type',
    t('{name} is {type}. Allowed types: {types}.', {
      name: quote(name),
      type: type.slice(0, 100),
      types: allowed.join(', '),
    }),
  )
}

export function tooLarge(name: string, limit: number): HttpError {
  return new HttpError('file_too_large', t('{name} is larger than {limit} bytes.', { name: quote(name), limit }))
}

function quote(name: string): string {
  return name === '' ? 'The file' : `'${name.slice(0, 100)}'`
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
