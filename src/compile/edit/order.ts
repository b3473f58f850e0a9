import { ts } from 'ts-morph'
import { afterComment, commaAfter, isAlone, type List } from './list.ts'
import { namesIn, propertyOf } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { lineEnd, lineStart, type Source, type Splice } from './source.ts'

/**
 * Puts properties in another order, each with the comments right above it and behind it. Blank lines, and comments that
 * stand apart, stay where they are.
 * @param order every name, once
 * @throws EditRefused where it names others than there are, or a line holds more than one property among several lines
 */
export function orderProperties(
  source: Source,
  object: ts.ObjectLiteralExpression,
  order: readonly string[],
  what: string,
): Splice[] {
  const present = namesIn(object)
  if (order.join() === present.join()) return []
  if ([...order].sort().join() !== [...present].sort().join()) {
    const place = object.getSourceFile().getLineAndCharacterOfPosition(object.getStart())
    const message = `${what} names ${present.join(', ')}: an order has each of them once.`
    throw new EditRefused('invalid', message, source.path, place.line + 1)
  }
  const members = order.flatMap((name) => propertyOf(object, name) ?? [])
  return isOnOneLine(object) ? swapInline(source, object, members, what) : swapLines(source, object, members, what)
}

function isOnOneLine(list: List): boolean {
  const { text } = list.getSourceFile()
  return lineStart(text, list.getStart()) === lineStart(text, list.end)
}

function swapInline(
  source: Source,
  { properties }: ts.ObjectLiteralExpression,
  members: readonly ts.Node[],
  what: string,
): Splice[] {
  for (const [at, member] of properties.entries()) {
    const until = properties[at + 1]?.getStart() ?? member.parent.end - 1
    const around = source.text.slice(member.pos, member.getStart()) + source.text.slice(member.end, until)
    if (around.includes('/*')) throw refuseShape(source, member, `${what} has comments between fields of one line.`)
  }
  return properties.flatMap((member, at) => {
    const moved = members[at]
    if (!moved || moved === member) return []
    return [{ start: member.getStart(), end: member.end, text: moved.getText() }]
  })
}

/** The lines of a property: with its comments, its comma told apart. */
interface Lines {
  readonly start: number
  readonly end: number
  readonly declaration: string
  readonly behind: string
}

function swapLines(
  source: Source,
  { properties }: ts.ObjectLiteralExpression,
  members: readonly ts.Node[],
  what: string,
): Splice[] {
  const lines = new Map(properties.map((member) => [member as ts.Node, linesOf(source, member, what)]))
  const last = properties.at(-1)
  const hasTrailing = last !== undefined && commaAfter(source.text, last.end) !== null
  return properties.flatMap((member, at) => {
    const [slot, moved] = [lines.get(member), lines.get(members[at] ?? member)]
    if (!slot || !moved || slot === moved) {
      return []
    }
    const comma = member !== last || hasTrailing ? ',' : ''
    return [{ start: slot.start, end: slot.end, text: moved.declaration + comma + moved.behind }]
  })
}

function linesOf(source: Source, member: ts.Node, what: string): Lines {
  const { text } = source
  const comma = commaAfter(text, member.end)
  const isPlain = comma === null || text.slice(member.end, comma) === ','
  if (!isPlain || !isAlone(text, member, comma))
    throw refuseShape(
      source,
      member,
      `${what} does not have each field on its own line, so a form cannot change their order.`,
    )
  const start = startOfLines(text, member)
  const end = afterComment(text, comma ?? member.end)
  return { start, end, declaration: text.slice(start, member.end), behind: text.slice(comma ?? member.end, end) }
}

/** Place where the comments right above begin. */
function startOfLines(text: string, member: ts.Node): number {
  let start = lineStart(text, member.getStart())
  for (const { pos, end } of (ts.getLeadingCommentRanges(text, member.pos) ?? []).toReversed()) {
    const begins = lineStart(text, pos)
    const isApart = /\n[ \t]*\r?\n/.test(text.slice(end, start))
    if (isApart || text.slice(begins, pos).trim() !== '' || lineEnd(text, end) < end) break
    start = Math.min(start, begins)
  }
  return start
}
