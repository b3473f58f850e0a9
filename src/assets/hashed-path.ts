import type { Asset } from './asset.ts'
import { hashOf } from './hash.ts'

/** Path of a file whose name changes with its content: `assets/docs.1a2b3c4d.css`. */
export function hashedPath({ name, text }: Asset): string {
  const dot = name.lastIndexOf('.')
  return `assets/${name.slice(0, dot)}.${hashOf(text)}${name.slice(dot)}`
}
