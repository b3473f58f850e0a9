import { SourceMap } from 'node:module'
import { pathOfModule } from './module-hooks.ts'
import { sourceMapOf } from './transform-jsx.ts'

/** Position in a file. `line` and `column` begin with 1. */
export interface FilePosition {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** Returns the positions in the stack of an error, innermost first. They refer to the source files. */
export function stackPositions(stack: string): FilePosition[] {
  return stack.split('\n').flatMap((line) => framePosition(line) ?? [])
}

/** Returns the position in a frame, `    at name (file:///project/posts.ts?v=2:3:20)`; `null` for a frame of Node. */
export function framePosition(frame: string): FilePosition | null {
  // Evaluated text has the position of `eval`: `at eval (eval at <anonymous> (file:///posts.ts:3:1), <anonymous>:1:6)`.
  const [, evaluated] = /eval at .*\((file:[^()]+:\d+:\d+)\)/.exec(frame) ?? []
  if (evaluated !== undefined) return framePosition(`    at ${evaluated}`)
  const [, url, line, column] = /^\s+at .*?((?:file:\/\/|\/)[^\n]*?):(\d+):(\d+)\)?$/.exec(frame) ?? []
  const path = url === undefined ? null : pathOfModule(url.startsWith('/') ? `file://${url}` : url)
  return path === null ? null : originalPosition({ path, line: Number(line), column: Number(column) })
}

/** Converts a position in transformed JSX to the position in the source file. Returns any other position unchanged. */
export function originalPosition(position: FilePosition): FilePosition {
  const map = sourceMapOf(position.path)
  if (map === undefined) return position
  const entry = new SourceMap(JSON.parse(map)).findEntry(position.line - 1, position.column - 1)
  if (!('originalLine' in entry)) return position
  return { path: position.path, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
}

/**
 * Returns the position above the stack of an error that Node found while parsing or linking. It consists of
 * `file:///project/posts.ts:3`, the text of the line, and carets below the error. Returns `null` if there is none.
 */
export function headPosition(stack: string): FilePosition | null {
  const [head = '', code = '', carets = ''] = stack.split('\n')
  const [, url, line] = /^((?:file:\/\/)?\/.*?):(\d+)$/.exec(head) ?? []
  const path = url === undefined ? null : pathOfModule(url.startsWith('/') ? `file://${url}` : url)
  if (path === null) return null
  const column = carets.includes('^') ? Math.min(carets.indexOf('^'), code.length) + 1 : 1
  return { path, line: Number(line), column }
}
