import type { AST } from 'toml-eslint-parser'
import { indexToml, pathKey, type TomlPath } from './toml-index.ts'

/**
 * Removes one value from a document, or one table from a list of tables, and keeps every other character. A section or
 * a list in brackets that has no other contents is removed with it, and so is a comment on the same line.
 * @param path path of an existing value or table
 */
export function removeToml(text: string, path: TomlPath): string {
  const { values, tables } = indexToml(text)
  const value = values.get(pathKey(path))
  const table = tables.get(pathKey(path))
  if (value?.parent.type === 'TOMLArray') return removeElement(text, path, value.parent, value)
  if (value?.parent.type === 'TOMLKeyValue') return removeEntry(text, value.parent)
  if (table?.node.type === 'TOMLTable') return removeSection(text, table.node)
  return text
}

function removeElement(text: string, path: TomlPath, list: AST.TOMLArray, element: AST.TOMLContentNode): string {
  if (list.elements.length === 1) return removeToml(text, path.slice(0, -1))
  return cut(text, withSeparator(list.elements, element))
}

function removeEntry(text: string, entry: AST.TOMLKeyValue): string {
  const { parent } = entry
  if (parent.type === 'TOMLInlineTable') return cut(text, withSeparator(parent.body, entry))
  if (parent.type === 'TOMLTable' && parent.body.length === 1) return removeSection(text, parent)
  return cut(text, [lineStart(text, entry.range[0]), nextLine(text, entry.range[1])])
}

/**
 * Removes a section with its header and contents. If the section contains a comment line, removes only its last entry.
 */
function removeSection(text: string, section: AST.TOMLTable): string {
  const last = section.body.at(-1)
  const start = lineStart(text, section.range[0])
  const end = nextLine(text, last?.range[1] ?? text.indexOf(']', section.range[0]))
  const hasComment = text
    .slice(start, end)
    .split('\n')
    .some((line) => line.trimStart().startsWith('#'))
  if (hasComment && last) return cut(text, [lineStart(text, last.range[0]), end])
  const after = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0
  // At the end of the file, the empty line before the section is removed instead of the one after it.
  const before = end + after < text.length ? 0 : (/(?<=\n)[ \t]*\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0)
  return cut(text, [start - before, end + after])
}

interface Ranged {
  readonly range: readonly [number, number]
}

/** Returns the range of an item with the comma after it; for the last item, with the comma before it. */
function withSeparator(all: readonly Ranged[], one: Ranged): readonly [number, number] {
  const place = all.findIndex(({ range }) => range[0] === one.range[0])
  const [before, after] = [all[place - 1], all[place + 1]]
  if (after) return [one.range[0], after.range[0]]
  return [before?.range[1] ?? one.range[0], one.range[1]]
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

function nextLine(text: string, position: number): number {
  const end = text.indexOf('\n', position)
  return end === -1 ? text.length : end + 1
}

function cut(text: string, [start, end]: readonly [number, number]): string {
  return text.slice(0, start) + text.slice(end)
}
