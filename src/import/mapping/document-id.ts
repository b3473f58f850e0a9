import { createHash } from 'node:crypto'

/**
 * Returns the id of an imported document: a UUID of version 7 that contains its time of creation; all other bits are
 * derived from its origin. The same record has the same id in every run.
 * @param time time of creation, in milliseconds since the epoch
 */
export function documentId(time: number, ...origin: readonly string[]): string {
  const ms = Math.min(Math.max(0, Math.trunc(time)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  const hash = createHash('sha256').update(JSON.stringify(origin)).digest('hex')
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 3) | 8).toString(16)
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}
