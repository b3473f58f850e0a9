import { ts } from 'ts-morph'
import { indentAt, lineEnd, lineStart, type Source, type Splice } from './source.ts'

/** Text between brackets, separated by commas. */
export type List = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression

export function elementsOf(list: List): ts.NodeArray<ts.ObjectLiteralElementLike | ts.Expression> {
  return ts.isObjectLiteralExpression(list) ? list.properties : list.elements
}

/** Place where the lines of a list's elements begin. */
export function innerIndent({ text, style }: Source, list: List): string {
  const first = elementsOf(list)[0]
  if (first && isBroken(list)) return indentAt(text, first.getStart())
  return indentAt(text, list.getStart()) + style.indent
}

/** Tells whether its elements begin on a line of their own. */
function isBroken(list: List): boolean {
  const first = elementsOf(list)[0]
  const until = first ? first.getStart() : list.end - 1
  return list.getSourceFile().text.slice(list.getStart(), until).includes('\n')
}

/**
 * Puts an element before the one at `index`. Where a line would become too long it is broken first, from the outside,
 * and the element is for the next attempt.
 * @param element as it is to stand there, with the right indentation after its first line
 */
export function insertElement(source: Source, list: List, index: number, element: string): Splice[] {
  const elements = elementsOf(list)
  if (elements.length === 0) return insertFirst(source, list, element)
  const before = elements[index - 1]
  if (isBroken(list)) return insertLine(source, list, before, element)
  const outer = fits(source, list, element) ? null : outermostOnLine(source, list)
  if (outer) return outer === list ? [breakList(source, list, index, element)] : [breakList(source, outer)]
  if (before) return [{ start: before.end, end: before.end, text: `, ${element}` }]
  const start = elements[0]?.getStart() ?? 0
  return [{ start, end: start, text: `${element}, ` }]
}

function insertFirst(source: Source, list: List, element: string): Splice[] {
  const { text, style } = source
  const [start, end] = [list.getStart() + 1, list.end - 1]
  const inside = text.slice(start, end)
  if (inside.trim() !== '') return insertLine(source, list, undefined, element)
  const gap = ts.isObjectLiteralExpression(list) ? ' ' : ''
  const line = text.slice(lineStart(text, start), start)
  const rest = text.slice(end, lineEnd(text, end))
  const isShort = line.length + element.length + rest.length + 2 <= style.width && !element.includes('\n')
  if (isShort && !inside.includes('\n')) return [{ start, end, text: gap + element + gap }]
  const outer = outermostOnLine(source, list)
  if (outer && outer !== list) return [breakList(source, outer)]
  const indent = indentAt(text, list.getStart())
  const comma = style.trailingComma ? ',' : ''
  const body = `${style.newline}${indent}${style.indent}${element}${comma}${style.newline}${indent}`
  return [{ start, end, text: body }]
}

/** On a line of its own, after `before` or after the bracket. */
function insertLine(source: Source, list: List, before: ts.Node | undefined, element: string): Splice[] {
  const { text, style } = source
  const elements = elementsOf(list)
  const indent = innerIndent(source, list)
  if (!before) {
    const start = afterComment(text, list.getStart() + 1)
    const comma = elements.length > 0 || style.trailingComma ? ',' : ''
    return [{ start, end: start, text: `${style.newline}${indent}${element}${comma}` }]
  }
  if (withoutComments(text.slice(lineStart(text, before.getStart()), before.getStart())).trim() !== '') {
    return [{ start: before.end, end: before.end, text: `, ${element}` }]
  }
  const comma = commaAfter(text, before.end)
  const start = afterComment(text, comma ?? before.end)
  const isLast = elements.at(-1) === before
  const put = `${style.newline}${indent}${element}${!isLast || comma !== null ? ',' : ''}`
  const missing = comma === null ? [{ start: before.end, end: before.end, text: ',' }] : []
  return [...missing, { start, end: start, text: put }]
}

/** The position after the comma that follows, if one does. */
export function commaAfter(text: string, position: number): number | null {
  const [found] = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(position)) ?? []
  return found === undefined ? null : position + found.length
}

/** Behind a comment on the rest of the line; where something else stands there, right here. */
export function afterComment(text: string, position: number): number {
  const end = lineEnd(text, position)
  const isComment = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)?$/.test(text.slice(position, end))
  return isComment ? end : position
}

function fits({ text, style }: Source, list: List, element: string): boolean {
  const line = text.slice(lineStart(text, list.getStart()), lineEnd(text, list.end))
  return line.includes('\n') || (line.length + element.length + 2 <= style.width && !element.includes('\n'))
}

/**
 * The outermost of the lists around a node that its line holds whole, itself among them; `null` where none can be
 * broken.
 */
export function outermostOnLine({ text }: Source, node: ts.Node): List | null {
  const [start, end] = [lineStart(text, node.getStart()), lineEnd(text, node.getStart())]
  let found: List | null = null
  for (let at: ts.Node = node; at.getStart() >= start && at.end <= end && at.parent; at = at.parent) {
    if (!ts.isObjectLiteralExpression(at) && !ts.isArrayLiteralExpression(at)) continue
    if (elementsOf(at).length > 0 && withoutComments(at.getText()) === at.getText()) found = at
  }
  return found
}

function withoutComments(text: string): string {
  return text.replace(/\/\*.*?\*\//g, '')
}

/** The whole list, an element a line, with one more where that is given. */
export function breakList({ text, style }: Source, list: List, index = 0, element?: string): Splice {
  const indent = indentAt(text, list.getStart())
  const parts = elementsOf(list).map((node) => node.getText())
  const all = element === undefined ? parts : parts.toSpliced(index, 0, element)
  const comma = style.trailingComma ? ',' : ''
  const lines = all.map((part, at) => `${indent}${style.indent}${part}${at < all.length - 1 ? ',' : comma}`)
  const body = [text[list.getStart()], ...lines, `${indent}${text[list.end - 1]}`].join(style.newline)
  return { start: list.getStart(), end: list.end, text: body }
}

/** Takes an element out, with the comments that belong to it. */
export function removeElement({ text }: Source, list: List, index: number): Splice[] {
  const elements = elementsOf(list)
  const element = elements[index]
  if (!element) return []
  const [previous, next] = [elements[index - 1], elements[index + 1]]
  const comma = commaAfter(text, element.end)
  if (isAlone(text, element, comma)) {
    const begins = startOfComments(text, element, next)
    const start = next ? begins : begins - (/(?:\r?\n[ \t]*)*$/.exec(text.slice(0, begins - 1))?.[0].length ?? 0)
    const end = afterComment(text, comma ?? element.end)
    const feed = text.slice(end).startsWith('\r\n') ? 2 : 1
    const dangling = next || !previous || comma !== null ? null : commaAfter(text, previous.end)
    const cut = { start, end: end + feed, text: '' }
    return dangling === null ? [cut] : [{ start: dangling - 1, end: dangling, text: '' }, cut]
  }
  if (next) return [{ start: element.getStart(), end: next.getStart(), text: '' }]
  if (previous) return [{ start: previous.end, end: element.end, text: '' }]
  return [{ start: list.getStart() + 1, end: list.end - 1, text: '' }]
}

/** Tells whether nothing else stands on its lines. */
export function isAlone(text: string, element: ts.Node, comma: number | null): boolean {
  const before = text.slice(lineStart(text, element.getStart()), element.getStart())
  const end = comma ?? element.end
  return before.trim() === '' && afterComment(text, end) === lineEnd(text, end)
}

/** Comments right above belong to the element; one that heads a group of several stays with the others. */
function startOfComments(text: string, element: ts.Node, next: ts.Node | undefined): number {
  const own = lineStart(text, element.getStart())
  const ranges = ts.getLeadingCommentRanges(text, element.pos) ?? []
  let start = own
  for (const { pos, end } of ranges.toReversed()) {
    const begins = lineStart(text, pos)
    const isAbove = text.slice(end, start).trim() === '' && !/\n\s*\n/.test(text.slice(end, start))
    if (!isAbove || text.slice(begins, pos).trim() !== '') break
    start = begins
  }
  const heads = start !== own && /\n[ \t]*\r?\n$/.test(text.slice(0, start))
  const hasMembers = next !== undefined && !/\n[ \t]*\r?\n/.test(text.slice(element.end, next.getStart()))
  return heads && hasMembers ? own : start
}
