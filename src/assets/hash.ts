import { createHash } from 'node:crypto'

/** Eight hex digits of a text's SHA-256: enough to tell one version of a file from another. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
