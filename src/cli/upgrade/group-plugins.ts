import { Node, type ObjectLiteralExpression } from 'ts-morph'
import { afterComment, commaAfter } from '../../compile/edit/list.ts'
import { editText, indentAt, openSource, type Source, splice } from '../../compile/edit/source.ts'
import { nameOf } from '../../compile/edit/value.ts'
import { GROUP_OF, groupedPart, type PluginGroup } from '../../config/plugin-groups.ts'
import { declarationOf, type Fate, fatesOf, pluginCalls } from './plugin-parts.ts'
import type { ProjectFiles } from './project-files.ts'
import type { Left } from './upgrade.ts'

/** Moves parts of the project's plugins into groups, which follow the parts that stay. */
export function groupPlugins(files: ProjectFiles): void {
  for (const path of scriptsOf(files)) {
    files.change(
      path,
      editText(path, files.read(path) ?? '', (source) => {
        // Each edit replaces the nodes; the number and order of the calls stay the same.
        for (const index of pluginCalls(source).keys()) groupCall(source, index)
      }),
    )
  }
}

/** Finds the parts that `groupPlugins` cannot move. */
export function ungroupedParts(files: ProjectFiles): readonly Left[] {
  return scriptsOf(files).flatMap((file) => {
    const source = openSource(file, files.read(file) ?? '')
    return pluginCalls(source).flatMap((call) => {
      const object = declarationOf(source, call)
      const at = (node: Node, message: string): Left => ({ file, line: node.getStartLineNumber(), message })
      if (object === null) return [at(call, 'This plugin is built by code: put its parts into groups by hand.')]
      return [...fatesOf(source, object)].flatMap(([member, fate]) =>
        fate.kind === 'left' ? [at(member, fate.message)] : [],
      )
    })
  })
}

function scriptsOf(files: ProjectFiles): readonly string[] {
  return files.sources.filter((path) => /\.[mc]?[jt]sx?$/.test(path) && files.read(path)?.includes('definePlugin'))
}

function groupCall(source: Source, index: number): void {
  const call = pluginCalls(source)[index]
  const object = call ? declarationOf(source, call) : null
  if (!object) return
  const fates = fatesOf(source, object)
  if ([...fates.values()].every(({ kind }) => kind !== 'moves')) return
  splice(source, { start: object.getStart(), end: object.getEnd(), text: grouped(source, object, fates) })
}

/** Member of an object, with the text that belongs to it. */
interface Piece {
  readonly fate: Fate
  /** Whitespace and comments before the member. */
  readonly lead: string
  readonly text: string
  /** Comma after the member, and the comments around the comma. */
  readonly tail: string
}

function grouped(source: Source, object: ObjectLiteralExpression, fates: ReadonlyMap<Node, Fate>): string {
  const { pieces, rest } = piecesOf(source, object, fates)
  const { style } = source
  const isBroken = [...pieces.map(({ lead }) => lead), rest].some((text) => text.includes('\n'))
  const outer = indentAt(source.file.getFullText(), object.getStart())
  const indent = outer + style.indent
  const staying = pieces.filter(({ fate }) => fate.kind !== 'moves')
  const groups = [...new Set(Object.values(GROUP_OF))].flatMap((group) => {
    const members = pieces.filter(({ fate }) => fate.kind === 'moves' && fate.group === group)
    return members.length === 0 ? [] : [groupText(source, group, members, { indent, isBroken })]
  })
  const kept = staying.map(({ lead, text, tail }) => `${lead}${text},${tail}`).join('')
  if (!isBroken) return `{${kept} ${groups.join(', ')} }`
  const lines = groups.map((text) => `${style.newline}${indent}${text}`).join(',')
  return `{${kept}${lines}${style.trailingComma ? ',' : ''}${rest}}`
}

/** Splits an object into its members; `rest` is the whitespace before its closing bracket. */
function piecesOf(source: Source, object: ObjectLiteralExpression, fates: ReadonlyMap<Node, Fate>) {
  const text = source.file.getFullText()
  let at = object.getStart() + 1
  const pieces = object.getProperties().map((member): Piece => {
    const lead = text.slice(at, member.getStart())
    const end = commaAfter(text, member.getEnd()) ?? member.getEnd()
    const isLast = member === object.getProperties().at(-1)
    at = isLast ? end + text.slice(end, object.getEnd() - 1).trimEnd().length : afterComment(text, end)
    const fate = fates.get(member) ?? { kind: 'stays' }
    const memberText = fate.kind === 'moves' ? renamed(member) : member.getText()
    // A comment between a member and its comma is placed after both.
    const before = text.slice(member.getEnd(), end).replace(/,$/, '').trimEnd()
    return { fate, lead, text: memberText, tail: before + text.slice(end, at) }
  })
  return { pieces, rest: text.slice(at, object.getEnd() - 1) }
}

function renamed(member: Node): string {
  const [name, text] = [nameOf(member) ?? '', member.getText()]
  const next = groupedPart(name)
  if (next === null || next === name) return text
  return Node.isShorthandPropertyAssignment(member) ? `${next}: ${name}` : text.replace(name, next)
}

/** Returns the text of a group: on one line if possible, otherwise with each part on its own line. */
function groupText(
  source: Source,
  group: PluginGroup,
  pieces: readonly Piece[],
  { indent, isBroken }: { readonly indent: string; readonly isBroken: boolean },
): string {
  const { style } = source
  const inline = `${group}: { ${pieces.map(({ text }) => text).join(', ')} }`
  const isBare = pieces.every(({ lead, tail }) => `${lead}${tail}`.trim() === '')
  const isShort = !inline.includes('\n') && indent.length + inline.length < style.width
  if (isBare && (isShort || !isBroken)) return inline
  const inner = indent + style.indent
  const lines = pieces.map(({ lead, text, tail }, index) => {
    const comma = index < pieces.length - 1 || style.trailingComma || tail.trim() !== '' ? ',' : ''
    const comments = lead.trim() === '' ? '' : `${lead.trim()}${style.newline}${indent}`
    return `${style.newline}${inner}${deeper(source, `${comments}${text}${comma}${tail}`)}`
  })
  return `${group}: {${lines.join('')}${style.newline}${indent}}`
}

/** Returns the text indented by one more level, except for the contents of templates. */
function deeper({ style, path }: Source, text: string): string {
  const { file } = openSource(path, `({${text}})`)
  const templates = file
    .getDescendants()
    .filter((node) => /Template(?:Head|Middle|Tail|Literal)$/.test(node.getKindName()))
    .map((node) => [node.getStart() - 2, node.getEnd() - 2] as const)
  return text.replace(/\n(?=[^\r\n])/g, (feed, at: number) =>
    templates.some(([start, end]) => start <= at && at < end) ? feed : feed + style.indent,
  )
}
