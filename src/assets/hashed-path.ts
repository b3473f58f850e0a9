import { createHash } from 'node:crypto'
import type { Asset } from './asset.ts'

/** Returns a path that changes with the file's content: `assets/docs.1a2b3c4d.css`. */
export function hashedPath({ name, text }: Asset): string {
  const dot = name.lastIndexOf('.')
  return `assets/${name.slice(0, dot)}.${hashOf(text)}${name.slice(dot)}`
}

/** Returns the first eight hex digits of a text's SHA-256, enough to distinguish versions of a file. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
