import { NewLineKind, type Node, Project, type SourceFile } from 'ts-morph'
import { readStyle, type Style } from './style.ts'

/** A file of the project, as a tree that is edited in place. */
export interface Source {
  /** Relative to the project. */
  readonly path: string
  readonly file: SourceFile
  /** As the file is written at the moment. */
  readonly style: Style
}

/** Looks a node up in a source. Every edit makes its nodes anew, so that none may be held across one. */
export type Find<Found> = () => Found

export function openSource(path: string, text: string): Source {
  const newLineKind = text.includes('\r\n') ? NewLineKind.CarriageReturnLineFeed : NewLineKind.LineFeed
  const manipulationSettings = { newLineKind }
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, manipulationSettings })
  const file = project.createSourceFile(path, text)
  return {
    path,
    file,
    get style() {
      return readStyle(file)
    },
  }
}

/** The text after an edit: everything that it did not touch is there byte for byte. */
export function editText(path: string, text: string, edit: (source: Source) => void): string {
  // The parser drops a byte order mark.
  const [, mark = '', rest = ''] = /^(\ufeff?)([\s\S]*)$/.exec(text) ?? []
  const source = openSource(path, rest)
  edit(source)
  return mark + source.file.getFullText()
}

/** A stretch of the text that is replaced. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Replaces stretches of the text; of two at one place the first stands before the other. */
export function splice({ file }: Source, ...splices: readonly Splice[]): void {
  const fromTheEnd = splices.toReversed().sort((a, b) => b.start - a.start)
  for (const { start, end, text } of fromTheEnd) file.replaceText([start, end], text)
}

export function insertText(source: Source, at: number, text: string): void {
  splice(source, { start: at, end: at, text })
}

export function replaceNode(source: Source, node: Node, text: string): void {
  splice(source, { start: node.getStart(), end: node.getEnd(), text })
}

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
