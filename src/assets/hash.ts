import { createHash } from 'node:crypto'

/** Returns the first eight hex digits of a text's SHA-256, enough to distinguish versions of a file. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
