import { indexToml, pathKey, type TomlIndex, type TomlPath, type TomlTable } from './toml-index.ts'

/** Value that the compiler writes. */
export type TomlValue = string | boolean | readonly TomlValue[] | { readonly [key: string]: TomlValue }

/**
 * Sets one value of a document and keeps every other character: comments, order, and the values that others wrote. A
 * table that does not exist yet becomes a section, after the last related one.
 */
export function setToml(text: string, path: TomlPath, value: TomlValue): string {
  const index = indexToml(text)
  const known = index.values.get(pathKey(path))
  if (known) return splice(text, known.range, printValue(value))
  const parent = path.slice(0, -1)
  const dotted = [...index.values.keys()].some((key) => key.startsWith(`${pathKey(parent)}.`))
  const table = index.tables.get(pathKey(parent)) ?? (dotted ? nearestTable(index, parent) : undefined)
  const key = path.slice(table?.path.length ?? parent.length).map((step) => printKey(String(step)))
  const line = `${key.join('.')} = ${printValue(value)}`
  return table ? insertInto(text, table, line) : addSection(text, parent, [line])
}

/** Returns the nearest existing table above a path. Values below this table can be added with dotted keys. */
function nearestTable({ tables }: TomlIndex, path: TomlPath): TomlTable | undefined {
  const ancestors = path.map((_, length) => tables.get(pathKey(path.slice(0, length))))
  return ancestors.findLast((table) => table !== undefined)
}

/**
 * Adds an entry to a list of tables, such as `[[d1_databases]]`, in the notation that the list already has.
 * @param path path of the list
 */
export function addTomlEntry(text: string, path: TomlPath, entry: Readonly<Record<string, TomlValue>>): string {
  const { values } = indexToml(text)
  const list = values.get(pathKey(path))
  if (list?.type === 'TOMLArray') {
    const last = list.elements.at(-1)
    const at = last ? last.range[1] : list.range[0] + 1
    return splice(text, [at, at], `${last ? ', ' : ''}${printValue(entry)}`)
  }
  const lines = Object.entries(entry).map(([key, value]) => `${printKey(key)} = ${printValue(value)}`)
  return addSection(text, path, lines, true)
}

function insertInto(text: string, table: TomlTable, line: string): string {
  const last = table.node.body.filter((node) => node.type === 'TOMLKeyValue').at(-1)
  if (table.kind === 'inline') {
    const at = last ? last.range[1] : table.node.range[0] + 1
    return splice(text, [at, at], last ? `, ${line}` : ` ${line} `)
  }
  if (last) return insertAfterLine(text, last.range[1], line)
  if (table.node.type === 'TOMLTable') return insertAfterLine(text, headerEnd(text, table.node.range[0]), line)
  // The top of the file has only sections; the lines before them are a comment on the whole file.
  const first = indexToml(text).sections[0]?.range[0] ?? text.length
  const at = startOfComment(text, first)
  return splice(
    text,
    [at, at],
    `${at > 0 && text[at - 1] !== '\n' ? '\n' : ''}${line}\n${at < text.length ? '\n' : ''}`,
  )
}

/** Returns the end of a header, which is on one line (TOML 1.0, “Table”). */
function headerEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

function insertAfterLine(text: string, position: number, line: string): string {
  const end = text.indexOf('\n', position)
  return end === -1 ? `${text}\n${line}\n` : splice(text, [end, end], `\n${line}`)
}

/**
 * Adds a section after the last section of its environment, or after the last section outside environments if it
 * belongs to none. If there is no such section, a section of an environment is added at the end, and any other before
 * the environments.
 */
function addSection(text: string, path: TomlPath, lines: readonly string[], isEntry = false): string {
  const { sections } = indexToml(text)
  const name = path
    .filter((step) => typeof step === 'string')
    .map(printKey)
    .join('.')
  const section = `${isEntry ? `[[${name}]]` : `[${name}]`}\n${lines.join('\n')}\n`
  const scope = path[0] === 'env' ? path.slice(0, 2) : []
  const related = sections.filter(({ resolvedKey }) =>
    scope.length === 0 ? resolvedKey[0] !== 'env' : scope.every((step, index) => resolvedKey[index] === step),
  )
  const following = scope.length === 0 ? sections.find(({ resolvedKey }) => resolvedKey[0] === 'env') : undefined
  const last = related.at(-1)
  if (last) {
    const end = last.body.at(-1)?.range[1] ?? headerEnd(text, last.range[0])
    const at = lineEnd(text, end)
    return splice(text, [at, at], `${text[at - 1] === '\n' ? '' : '\n'}\n${section}`)
  }
  if (following) {
    const at = startOfComment(text, following.range[0])
    return splice(text, [at, at], `${section}\n`)
  }
  return `${text}${text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'}${section}`
}

/** Returns the beginning of the next line. */
function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position)
  return end === -1 ? text.length : end + 1
}

/** Returns the beginning of the comment directly above a line. */
function startOfComment(text: string, position: number): number {
  const before = text.slice(0, position)
  return position - (/(?:(?<=^|\n)[ \t]*#[^\n]*\n)+$/.exec(before)?.[0].length ?? 0)
}

function splice(text: string, [start, end]: readonly [number, number], insert: string): string {
  return text.slice(0, start) + insert + text.slice(end)
}

function printKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)
}

/**
 * Prints a value. JSON strings are valid basic strings of TOML, except for one character that JSON leaves unescaped.
 */
export function printValue(value: TomlValue): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${printKey(key)} = ${printValue(inner)}`)
    .join(', ')} }`
}
