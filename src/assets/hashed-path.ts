import type { Asset } from './asset.ts'
import { hashOf } from './hash.ts'

/** Returns a path that changes with the file's content: `assets/docs.1a2b3c4d.css`. */
export function hashedPath({ name, text }: Asset): string {
  const dot = name.lastIndexOf('.')
  return `assets/${name.slice(0, dot)}.${hashOf(text)}${name.slice(dot)}`
}
