import { createHash } from 'node:crypto'
import type { Bucket, BucketObject } from './bucket.ts'

/** Digests of an object, in hex. */
export interface Digests {
  md5: string
  sha256: string
}

/**
 * Returns the kind of digest that an ETag is: an MD5 in R2, a SHA-256 in a folder, `null` for an object that R2 stores
 * in parts.
 */
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
 * Tells whether a copy has the bytes of its original. Bytes are compared by digests; if the two ETags are of different
 * kinds, the bytes on this machine are read. The ETag of an object stored in parts is no digest of its bytes: then the
 * objects count as the same if the sizes are equal and the copy is not older than the original.
 */
export async function isSame(original: BucketObject, copy: BucketObject, { from, local }: Sides): Promise<boolean> {
  if (original.size !== copy.size) return false
  const [kind, otherKind] = [digestKind(original.etag), digestKind(copy.etag)]
  if (kind === null || otherKind === null) return copy.uploadedAt >= original.uploadedAt
  if (kind === otherKind) return original.etag === copy.etag
  const [mine, other] = from === local ? [original, copy] : [copy, original]
  return (await digestOf(local, mine, from === local ? otherKind : kind)) === other.etag
}

/** Returns the digest of an object; an empty string, which equals no digest, if the bytes are missing or damaged. */
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
