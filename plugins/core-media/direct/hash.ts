import { createHash } from 'node:crypto'

/**
 * Returns the content hash of a file that was uploaded in parts: for a single part its SHA-256; for several the SHA-256
 * of their concatenated hashes, as object stores compute it for multipart uploads, after a prefix that keeps it
 * different from the hash of a file whose bytes are those hashes. All parts have the same size, so the same bytes have
 * the same hash here; a file longer than a part has another hash if it is uploaded by a form.
 */
export function hashOfParts(hashes: readonly string[]): string {
  const [first = ''] = hashes
  if (hashes.length === 1) return first
  const hash = createHash('sha256')
  for (const part of hashes) hash.update(Buffer.from(part, 'hex'))
  return `parts-${hash.digest('hex')}`
}
