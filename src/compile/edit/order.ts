import type { Node, ObjectLiteralExpression } from 'ts-morph'
import { afterComment, commaAfter, isAlone, startOfLines } from './list.ts'
import { namesIn, propertyOf } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { type Source, type Splice, splice } from './source.ts'

/**
 * Reorders properties, each with the comments right above and after it. Blank lines and separate comments keep their
 * positions.
 * @param order every name, once
 * @throws EditRefused if the names differ from the existing ones, if properties share a line of an object with several
 * lines, or if there are comments between properties of an object on one line
 */
export function orderProperties(
  source: Source,
  object: ObjectLiteralExpression,
  order: readonly string[],
  what: string,
): void {
  const present = namesIn(object)
  if (order.join() === present.join()) return
  if ([...order].sort().join() !== [...present].sort().join()) {
    const message = `${what} has the fields ${present.join(', ')}: an order must contain each of them once.`
    throw new EditRefused('invalid', message, source.path, object.getStartLineNumber())
  }
  const members = order.flatMap((name) => propertyOf(object, name) ?? [])
  const isOnOneLine = object.getStartLineNumber() === object.getEndLineNumber()
  splice(
    source,
    ...(isOnOneLine ? swapInline(source, object, members, what) : swapLines(source, object, members, what)),
  )
}

function swapInline(source: Source, object: ObjectLiteralExpression, members: readonly Node[], what: string): Splice[] {
  const text = source.file.getFullText()
  const properties = object.getProperties()
  return properties.flatMap((member, at) => {
    const [start, end] = [member.getStart(), member.getEnd()]
    const until = properties[at + 1]?.getStart() ?? object.getEnd() - 1
    if ((text.slice(member.getPos(), start) + text.slice(end, until)).includes('/*'))
      throw refuseShape(
        source,
        member,
        `${what} has comments between fields on one line, so a form cannot change their order.`,
      )
    const moved = members[at] ?? member
    return moved === member ? [] : [{ start, end, text: moved.getText() }]
  })
}

/** The lines of a property, with its comments; the comma is separate. */
interface Lines {
  readonly start: number
  readonly end: number
  readonly declaration: string
  readonly behind: string
}

function swapLines(source: Source, object: ObjectLiteralExpression, members: readonly Node[], what: string): Splice[] {
  const properties = object.getProperties()
  const lines = new Map(properties.map((member) => [member as Node, linesOf(source, member, what)]))
  const last = properties.at(-1)
  const hasTrailing = last !== undefined && commaAfter(source.file.getFullText(), last.getEnd()) !== null
  return properties.flatMap((member, at) => {
    const [slot, moved] = [lines.get(member), lines.get(members[at] ?? member)]
    if (!slot || !moved || slot === moved) return []
    const comma = member !== last || hasTrailing ? ',' : ''
    return [{ start: slot.start, end: slot.end, text: moved.declaration + comma + moved.behind }]
  })
}

function linesOf(source: Source, member: Node, what: string): Lines {
  const text = source.file.getFullText()
  const comma = commaAfter(text, member.getEnd())
  const isPlain = comma === null || text.slice(member.getEnd(), comma) === ','
  if (!isPlain || !isAlone(text, member, comma))
    throw refuseShape(
      source,
      member,
      `${what} does not have each field on its own line, so a form cannot change their order.`,
    )
  const start = startOfLines(text, member)
  const end = afterComment(text, comma ?? member.getEnd())
  const declaration = text.slice(start, member.getEnd())
  return { start, end, declaration, behind: text.slice(comma ?? member.getEnd(), end) }
}
