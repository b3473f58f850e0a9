import { createHash } from 'node:crypto'
import type { Bucket, BucketObject } from './bucket.ts'

/** In hex. */
export interface Digests {
  md5: string
  sha256: string
}

/** Digest of the bytes that an ETag is: of R2 an MD5, of a folder a SHA-256; `null` for one of a file that came in parts. */
export function digestKind(etag: string): keyof Digests | null {
  if (/^[0-9a-f]{32}$/.test(etag)) return 'md5'
  return /^[0-9a-f]{64}$/.test(etag) ? 'sha256' : null
}

/** The two buckets that are compared. */
export interface Sides {
  readonly from: Bucket
  readonly local: Bucket
}

/**
 * Tells whether an object is already there. Its bytes are compared by digests; where one side has only a MD5, those on
 * this machine are read. What was stored in parts says nothing about its bytes: then it counts as the same if it has the
 * same size and is newer than the original.
 */
export async function isSame(original: BucketObject, copy: BucketObject, { from, local }: Sides): Promise<boolean> {
  if (original.size !== copy.size) return false
  const [kind, otherKind] = [digestKind(original.etag), digestKind(copy.etag)]
  if (kind === null || otherKind === null) return copy.uploadedAt >= original.uploadedAt
  if (kind === otherKind) return original.etag === copy.etag
  const [mine, other] = from === local ? [original, copy] : [copy, original]
  return (await digestOf(local, mine, from === local ? otherKind : kind)) === other.etag
}

/** Empty where the bytes are damaged: they are nobody's. */
async function digestOf(bucket: Bucket, object: BucketObject, kind: keyof Digests): Promise<string> {
  const hash = createHash(kind)
  try {
    const found = await bucket.read(object)
    if (found) for await (const chunk of found.bytes) hash.update(chunk)
    return found ? hash.digest('hex') : ''
  } catch {
    return ''
  }
}
