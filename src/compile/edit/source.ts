import { NewLineKind, type Node, Project, type SourceFile } from 'ts-morph'
import { readStyle, type Style } from './style.ts'

/** A file of the project that is being edited. */
export interface Source {
  /** Path relative to the project. */
  readonly path: string
  /** The tree of the current text. Nodes of earlier trees are invalid. */
  readonly file: SourceFile
  /** Current code style of the file. */
  readonly style: Style
  readonly setText: (text: string) => void
}

/** Finds a node in a source. Nodes are invalid after an edit, so they are looked up again. */
export type Find<Found> = () => Found

/** Returns a function that finds a node, and searches for it again only after an edit. */
export function lookUp<Found extends Node>(find: Find<Found>): Find<Found> {
  let known: Found | null = null
  return () => {
    if (known === null || known.wasForgotten()) known = find()
    return known
  }
}

export function openSource(path: string, text: string): Source {
  const newLineKind = text.includes('\r\n') ? NewLineKind.CarriageReturnLineFeed : NewLineKind.LineFeed
  const manipulationSettings = { newLineKind }
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, manipulationSettings })
  let file = project.createSourceFile(path, text)
  let known = { text, style: readStyle(file) }
  return {
    path,
    get file() {
      return file
    },
    get style() {
      const now = file.getFullText()
      if (known.text !== now) known = { text: now, style: readStyle(file) }
      return known.style
    },
    // The tree's own replaceText would normalize line ends in a file that mixes them.
    setText: (next) => {
      file.forget()
      file = project.createSourceFile(path, next)
    },
  }
}

/** Returns the text after an edit. Everything that it did not change is the same, byte for byte. */
export function editText(path: string, text: string, edit: (source: Source) => void): string {
  // The parser drops a byte order mark.
  const [, mark = '', rest = ''] = /^(\ufeff?)([\s\S]*)$/.exec(text) ?? []
  const source = openSource(path, rest)
  edit(source)
  return mark + source.file.getFullText()
}

/** A range of the text and its replacement. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Replaces ranges of the text. Two splices at the same position are applied in the order in which they are given. */
export function splice(source: Source, ...splices: readonly Splice[]): void {
  const before = source.file.getFullText()
  let [after, at] = ['', 0]
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start)) {
    after += before.slice(at, start) + text
    at = end
  }
  if (splices.length > 0) source.setText(after + before.slice(at))
}

export function insertText(source: Source, at: number, text: string): void {
  splice(source, { start: at, end: at, text })
}

export function replaceNode(source: Source, node: Node, text: string): void {
  splice(source, { start: node.getStart(), end: node.getEnd(), text })
}

/** Returns the indentation of the line at a position. */
export function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, position)))?.[0] ?? ''
}

export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

/** Returns the end of the line, before its line feed and carriage return. */
export function lineEnd(text: string, position: number): number {
  const feed = text.indexOf('\n', position)
  if (feed === -1) return text.length
  return text[feed - 1] === '\r' && feed > position ? feed - 1 : feed
}
