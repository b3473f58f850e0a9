import { type AST, parseTOML } from 'toml-eslint-parser'

/**
 * Path of a value: keys, and positions in lists, from the document's root: `['env', 'production', 'd1_databases', 0,
 * 'binding']`.
 */
export type TomlPath = readonly (string | number)[]

/** Place where a table is defined: a section, or braces. */
export type TomlTable =
  | { readonly kind: 'section'; readonly path: TomlPath; readonly node: AST.TOMLTable | AST.TOMLTopLevelTable }
  | { readonly kind: 'inline'; readonly path: TomlPath; readonly node: AST.TOMLInlineTable }

/** Index of the values and tables of a document, by `pathKey`. */
export interface TomlIndex {
  readonly values: ReadonlyMap<string, AST.TOMLContentNode>
  readonly tables: ReadonlyMap<string, TomlTable>
  /** Sections of the document, in order. */
  readonly sections: readonly AST.TOMLTable[]
}

/**
 * Indexes a document.
 * @throws Error if the text is not TOML
 */
export function indexToml(text: string): TomlIndex {
  const top = parseTOML(text, { tomlVersion: '1.1' }).body[0]
  const values = new Map<string, AST.TOMLContentNode>()
  const tables = new Map<string, TomlTable>([['', { kind: 'section', path: [], node: top }]])
  const sections: AST.TOMLTable[] = []
  const addValue = (path: TomlPath, node: AST.TOMLContentNode): void => {
    values.set(pathKey(path), node)
    if (node.type === 'TOMLArray') node.elements.forEach((element, index) => void addValue([...path, index], element))
    if (node.type !== 'TOMLInlineTable') return
    tables.set(pathKey(path), { kind: 'inline', path, node })
    for (const entry of node.body) addValue([...path, ...keysOf(entry.key)], entry.value)
  }
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') addValue(keysOf(node.key), node.value)
    else {
      sections.push(node)
      tables.set(pathKey(node.resolvedKey), { kind: 'section', path: node.resolvedKey, node })
      for (const entry of node.body) addValue([...node.resolvedKey, ...keysOf(entry.key)], entry.value)
    }
  }
  return { values, tables, sections }
}

export function pathKey(path: TomlPath): string {
  return path.map((step) => JSON.stringify(step)).join('.')
}

function keysOf({ keys }: AST.TOMLKey): readonly string[] {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))
}
