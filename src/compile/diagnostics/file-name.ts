import { relative, sep } from 'node:path'

/** Returns the name of a file in diagnostics and generated files: relative to the project, with `/`. */
export function fileName(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
