import { ts } from 'ts-morph'
import { readStyle, type Style } from './style.ts'

/** A file of the project, parsed. */
export interface Source {
  /** Relative to the project. */
  readonly path: string
  readonly text: string
  readonly tree: ts.SourceFile
  readonly style: Style
}

export function parseSource(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  return { path, text, tree, style: readStyle(tree) }
}

/** A stretch of the text that is replaced. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with each stretch replaced; everything else stays byte for byte. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const inOrder = splices.map((splice, index) => ({ ...splice, index }))
  inOrder.sort((a, b) => b.start - a.start || b.index - a.index)
  return inOrder.reduce((result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end), text)
}

/**
 * Applies what `next` says of the text until it has nothing more to say.
 * @throws Error where that does not come to an end
 */
export function settle(path: string, text: string, next: (source: Source) => readonly Splice[]): string {
  let current = text
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const splices = next(parseSource(path, current))
    if (splices.length === 0) return current
    current = applySplices(current, splices)
  }
  throw new Error(`${path} does not come to rest`)
}

/** More than any file has places to change. */
const MAX_STEPS = 2000

/** The whitespace that the line of a position begins with. */
export function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, position)))?.[0] ?? ''
}

export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

/** Place where the line ends, before its line feed and carriage return. */
export function lineEnd(text: string, position: number): number {
  const feed = text.indexOf('\n', position)
  if (feed === -1) return text.length
  return text[feed - 1] === '\r' && feed > position ? feed - 1 : feed
}
