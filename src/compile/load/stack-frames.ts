import { SourceMap } from 'node:module'
import { pathOfModule } from './module-hooks.ts'
import { sourceMapOf } from './transform-jsx.ts'

/** A position in a file of this machine, `line` and `column` from 1. */
export interface FilePosition {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** The positions in an error's stack, innermost first, as they are in the files that people wrote. */
export function stackPositions(stack: string): FilePosition[] {
  return stack.split('\n').flatMap((line) => framePosition(line) ?? [])
}

/** The position in one frame, `    at name (file:///project/posts.ts?v=2:3:20)`; `null` for Node's own. */
export function framePosition(frame: string): FilePosition | null {
  // Code from a text stands where it was handed over: `at eval (eval at <anonymous> (file:///posts.ts:3:1), <anonymous>:1:6)`.
  const [, evaluated] = /eval at .*\((file:[^()]+:\d+:\d+)\)/.exec(frame) ?? []
  if (evaluated !== undefined) return framePosition(`    at ${evaluated}`)
  const [, url, line, column] = /^\s+at .*?((?:file:\/\/|\/)[^\n]*?):(\d+):(\d+)\)?$/.exec(frame) ?? []
  const path = url === undefined ? null : pathOfModule(url.startsWith('/') ? `file://${url}` : url)
  return path === null ? null : originalPosition({ path, line: Number(line), column: Number(column) })
}

/** JSX was transformed before Node saw it: back to where it stands in the file. */
export function originalPosition(position: FilePosition): FilePosition {
  const map = sourceMapOf(position.path)
  if (map === undefined) return position
  const entry = new SourceMap(JSON.parse(map)).findEntry(position.line - 1, position.column - 1)
  if (!('originalLine' in entry)) return position
  return { path: position.path, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
}

/**
 * The position over the stack of an error that Node met while parsing or linking: `file:///project/posts.ts:3`, the
 * line, and carets below the place.
 */
export function headPosition(stack: string): FilePosition | null {
  const [head = '', code = '', carets = ''] = stack.split('\n')
  const [, url, line] = /^((?:file:\/\/)?\/.*?):(\d+)$/.exec(head) ?? []
  const path = url === undefined ? null : pathOfModule(url.startsWith('/') ? `file://${url}` : url)
  if (path === null) return null
  const column = carets.includes('^') ? Math.min(carets.indexOf('^'), code.length) + 1 : 1
  return { path, line: Number(line), column }
}
