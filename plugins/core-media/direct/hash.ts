import { createHash } from 'node:crypto'

/**
 * The content hash of a file that came in parts: of a single part its SHA-256, of several the SHA-256 of theirs in a
 * row, as stores with uploads in parts have it, behind a word that no hash of bytes has: a file whose bytes are those hashes is
 * another file. Parts have one size, so the same bytes have the same hash here; a form gives a file that is longer than a part
 * another one.
 */
export function hashOfParts(hashes: readonly string[]): string {
  const [first = ''] = hashes
  if (hashes.length === 1) return first
  const hash = createHash('sha256')
  for (const part of hashes) hash.update(Buffer.from(part, 'hex'))
  return `parts-${hash.digest('hex')}`
}
