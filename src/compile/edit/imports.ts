import { ts } from 'ts-morph'
import { lineEnd, type Source, type Splice } from './source.ts'
import { printText } from './value.ts'

/** Name under which the file imports an export of `lintel`; `null` if it does not import it. */
export function localNameOf(tree: ts.SourceFile, exported: string): string | null {
  for (const { specifier, clause } of importsOf(tree)) {
    if (specifier !== 'lintel') continue
    const named = clause?.namedBindings
    if (!named || !ts.isNamedImports(named)) continue
    const found = named.elements.find(({ name, propertyName }) => (propertyName ?? name).text === exported)
    if (found) return found.name.text
  }
  return null
}

export interface Import {
  readonly node: ts.ImportDeclaration
  readonly specifier: string
  readonly clause: ts.ImportClause | undefined
}

export function importsOf(tree: ts.SourceFile): readonly Import[] {
  return tree.statements.flatMap((node) =>
    ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)
      ? [{ node, specifier: node.moduleSpecifier.text, clause: node.importClause }]
      : [],
  )
}

/** The import that brings a name into the file. */
export function importOf(tree: ts.SourceFile, local: string): Import | null {
  const brings = ({ clause }: Import): boolean => {
    if (clause?.name?.text === local) return true
    const named = clause?.namedBindings
    if (!named) return false
    return ts.isNamedImports(named) ? named.elements.some(({ name }) => name.text === local) : named.name.text === local
  }
  return importsOf(tree).find(brings) ?? null
}

/** Adds `import name from 'specifier'` among its like, in their order. */
export function addImport(source: Source, name: string, specifier: string): Splice[] {
  const { tree, text, style } = source
  const line = `import ${name} from ${printText(specifier, style)}${style.semicolons ? ';' : ''}`
  const all = importsOf(tree)
  const folder = specifier.slice(0, specifier.lastIndexOf('/') + 1)
  const like = all.filter((other) => other.specifier.startsWith(folder))
  const isSorted = like.every((other, index) => index === 0 || (like[index - 1]?.specifier ?? '') <= other.specifier)
  const next = isSorted ? like.find((other) => other.specifier > specifier) : undefined
  if (next) return [{ start: next.node.getStart(), end: next.node.getStart(), text: line + style.newline }]
  const last = like.at(-1) ?? nearestBefore(all, specifier) ?? all.at(-1)
  if (!last) return [{ start: 0, end: 0, text: line + style.newline }]
  const end = lineEnd(text, last.node.end)
  return [{ start: end, end, text: style.newline + line }]
}

/** Of imports by path those that sort before it: `./collections` stands before `./plugins`. */
function nearestBefore(all: readonly Import[], specifier: string): Import | undefined {
  return all.findLast((other) => !other.specifier.startsWith('.') || other.specifier < specifier)
}

/** Takes a name out of its import, and the import with it when nothing else comes by it. */
export function removeImport({ text }: Source, { node, clause }: Import, local: string): Splice[] {
  const named = clause?.namedBindings
  const others = (named && ts.isNamedImports(named) ? named.elements : []).filter(({ name }) => name.text !== local)
  const isDefault = clause?.name?.text === local
  if (others.length === 0 && (isDefault || !clause?.name)) {
    const end = lineEnd(text, node.end)
    const feed = text.slice(end).startsWith('\r\n') ? 2 : 1
    return [{ start: node.getStart(), end: Math.min(end + feed, text.length), text: '' }]
  }
  if (isDefault && clause?.name && named) return [{ start: clause.name.getStart(), end: named.getStart(), text: '' }]
  if (!named || !ts.isNamedImports(named)) return []
  const at = named.elements.findIndex(({ name }) => name.text === local)
  const [element, next, previous] = [named.elements[at], named.elements[at + 1], named.elements[at - 1]]
  if (!element) return []
  if (next) return [{ start: element.getStart(), end: next.getStart(), text: '' }]
  return [{ start: previous?.end ?? element.getStart(), end: element.end, text: '' }]
}
