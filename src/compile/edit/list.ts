import { type ArrayLiteralExpression, Node, type ObjectLiteralExpression } from 'ts-morph'
import { type Code, print, printBroken } from './print.ts'
import { type Find, indentAt, insertText, lineEnd, lineStart, type Source, splice } from './source.ts'

/** A list in brackets, separated by commas. */
export type List = ObjectLiteralExpression | ArrayLiteralExpression

export function elementsOf(list: List): readonly Node[] {
  return Node.isObjectLiteralExpression(list) ? list.getProperties() : list.getElements()
}

/** Returns the indentation of a list's elements. */
function innerIndent({ file, style }: Source, list: List): string {
  const first = elementsOf(list)[0]
  const text = file.getFullText()
  return first && isBroken(list) ? indentAt(text, first.getStart()) : indentAt(text, list.getStart()) + style.indent
}

/** Tells whether a list has a line break before its first element. */
function isBroken(list: List): boolean {
  const until = elementsOf(list)[0]?.getStart() ?? list.getEnd() - 1
  return list
    .getText()
    .slice(0, until - list.getStart())
    .includes('\n')
}

/**
 * Inserts an element before the one at `index`. A line that would become too long is broken, the outermost list first.
 */
export function insertElement(source: Source, find: Find<List>, index: number, code: Code): void {
  const list = find()
  const indent = innerIndent(source, list)
  const element = print(code, { style: source.style, indent, column: indent.length })
  const elements = elementsOf(list)
  const isBare = elements.length === 0 && list.getText().slice(1, -1).trim() === ''
  const isFitting = fits(source, list, element)
  const outer = isFitting ? null : outermostOnLine(source, list)
  if (!isBare && (elements.length === 0 || isBroken(list))) insertLine(source, list, elements[index - 1], element)
  else if (outer && outer !== list) {
    breakList(source, outer)
    insertElement(source, find, index, code)
  } else if (outer || (isBare && !isFitting)) breakList(source, list, index, element)
  else insertInline(source, list, index, element)
}

function insertInline(source: Source, list: List, index: number, element: string): void {
  const elements = elementsOf(list)
  const [before, after] = [elements[index - 1], elements[index]]
  const gap = Node.isObjectLiteralExpression(list) ? ' ' : ''
  if (before) insertText(source, before.getEnd(), `, ${element}`)
  else if (after) insertText(source, after.getStart(), `${element}, `)
  else splice(source, { start: list.getStart() + 1, end: list.getEnd() - 1, text: gap + element + gap })
}

/**
 * Inserts an element on its own line, after `before` or the opening bracket; on the line of `before` if that contains
 * other elements.
 */
function insertLine(source: Source, list: List, before: Node | undefined, element: string): void {
  const { file, style } = source
  const text = file.getFullText()
  const elements = elementsOf(list)
  const lead = style.newline + innerIndent(source, list)
  const end = before?.getEnd() ?? list.getStart() + 1
  const comma = before ? commaAfter(text, end) : null
  const start = afterComment(text, comma ?? end)
  const isLast = elements.at(-1) === before
  if (!before) insertText(source, start, `${lead}${element}${!isLast || style.trailingComma ? ',' : ''}`)
  else if (withoutComments(text.slice(lineStart(text, before.getStart()), before.getStart())).trim() !== '')
    insertText(source, end, `, ${element}`)
  else {
    insertText(source, start, `${lead}${element}${!isLast || comma !== null ? ',' : ''}`)
    if (comma === null) insertText(source, end, ',')
  }
}

/** Returns the position after the following comma; `null` without one. */
export function commaAfter(text: string, position: number): number | null {
  const [found] = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(position)) ?? []
  return found === undefined ? null : position + found.length
}

/** Returns the end of the line if at most a comment follows on it; otherwise `position`. */
export function afterComment(text: string, position: number): number {
  const end = lineEnd(text, position)
  const isComment = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)?$/.test(text.slice(position, end))
  return isComment ? end : position
}

function fits({ file, style }: Source, list: List, element: string): boolean {
  const text = file.getFullText()
  const line = text.slice(lineStart(text, list.getStart()), lineEnd(text, list.getEnd()))
  if (line.includes('\n')) return elementsOf(list).length > 0
  return line.length + element.length + 2 <= style.width && !element.includes('\n')
}

/**
 * Returns the outermost list around a node that is on a single line, including itself; `null` if none can be broken.
 */
export function outermostOnLine({ file }: Source, node: Node): List | null {
  const text = file.getFullText()
  const [start, end] = [lineStart(text, node.getStart()), lineEnd(text, node.getStart())]
  const around = [node, ...node.getAncestors()].filter(
    (at): at is List => Node.isObjectLiteralExpression(at) || Node.isArrayLiteralExpression(at),
  )
  const breakable = around.filter(
    (list) =>
      list.getStart() >= start &&
      list.getEnd() <= end &&
      elementsOf(list).length > 0 &&
      withoutComments(list.getText()) === list.getText(),
  )
  return breakable.at(-1) ?? null
}

function withoutComments(text: string): string {
  return text.replace(/\/\*.*?\*\//g, '')
}

/** Breaks a list into one element per line, and inserts `element` if it is passed. */
export function breakList(source: Source, list: List, index = 0, element?: string): void {
  const parts = elementsOf(list).map((node) => node.getText())
  const all = element === undefined ? parts : parts.toSpliced(index, 0, element)
  const indent = indentAt(source.file.getFullText(), list.getStart())
  const brackets = Node.isObjectLiteralExpression(list) ? '{}' : '[]'
  const text = printBroken(brackets, all, source.style, indent)
  splice(source, { start: list.getStart(), end: list.getEnd(), text })
}

/** Removes an element and the comments that belong to it. */
export function removeElement(source: Source, list: List, element: Node): void {
  const text = source.file.getFullText()
  const elements = elementsOf(list)
  const index = elements.indexOf(element)
  const [previous, next] = [elements[index - 1], elements[index + 1]]
  const comma = commaAfter(text, element.getEnd())
  if (isAlone(text, element, comma)) {
    const begins = startOfComments(text, element, next)
    const start = next ? begins : begins - (/(?:\r?\n[ \t]*)*$/.exec(text.slice(0, begins - 1))?.[0].length ?? 0)
    const end = afterComment(text, comma ?? element.getEnd())
    const feed = text.slice(end).startsWith('\r\n') ? 2 : 1
    const dangling = next || !previous || comma !== null ? null : commaAfter(text, previous.getEnd())
    const cut = { start, end: end + feed, text: '' }
    splice(source, ...(dangling === null ? [] : [{ start: dangling - 1, end: dangling, text: '' }]), cut)
  } else if (next) splice(source, { start: element.getStart(), end: next.getStart(), text: '' })
  else if (previous) splice(source, { start: previous.getEnd(), end: element.getEnd(), text: '' })
  else splice(source, { start: list.getStart() + 1, end: list.getEnd() - 1, text: '' })
}

/** Tells whether an element is alone on its lines. */
export function isAlone(text: string, element: Node, comma: number | null): boolean {
  const before = text.slice(lineStart(text, element.getStart()), element.getStart())
  const end = comma ?? element.getEnd()
  return before.trim() === '' && afterComment(text, end) === lineEnd(text, end)
}

/**
 * Returns the start of an element's comments. Comments right above belong to it, unless they head a group of several
 * elements.
 */
function startOfComments(text: string, element: Node, next: Node | undefined): number {
  const lineOfElement = lineStart(text, element.getStart())
  const start = startOfLines(text, element)
  const heads = start !== lineOfElement && /\n[ \t]*\r?\n$/.test(text.slice(0, start))
  const hasMembers = next !== undefined && !/\n[ \t]*\r?\n/.test(text.slice(element.getEnd(), next.getStart()))
  return heads && hasMembers ? lineOfElement : start
}

/** Returns the start of the comments right above a node; without comments, the start of the node's line. */
export function startOfLines(text: string, node: Node): number {
  let start = lineStart(text, node.getStart())
  for (const comment of node.getLeadingCommentRanges().toReversed()) {
    const [begins, end] = [lineStart(text, comment.getPos()), comment.getEnd()]
    const between = text.slice(end, start)
    if (/\n[ \t]*\r?\n/.test(between) || between.trim() !== '' || text.slice(begins, comment.getPos()).trim() !== '')
      break
    start = Math.min(start, begins)
  }
  return start
}
