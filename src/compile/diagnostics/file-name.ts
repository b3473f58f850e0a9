import { relative, sep } from 'node:path'

/** A file as diagnostics and generated texts call it: relative to the project, with `/`. */
export function fileName(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
