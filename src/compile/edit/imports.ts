import type { ImportDeclaration, ImportSpecifier, SourceFile } from 'ts-morph'
import { printText } from './print.ts'
import { insertText, lineEnd, type Source, splice } from './source.ts'

/** Returns the local name of an export of `lintel`; `null` if the file does not import it. */
export function localNameOf(file: SourceFile, exported: string): string | null {
  const found = file
    .getImportDeclarations()
    .filter((declaration) => declaration.getModuleSpecifierValue() === 'lintel')
    .flatMap((declaration) => declaration.getNamedImports())
    .find((named) => named.getName() === exported)
  return found ? localOf(found) : null
}

function localOf(named: ImportSpecifier): string {
  return named.getAliasNode()?.getText() ?? named.getName()
}

/** Returns the import declaration of a local name; `null` if the name is not imported. */
export function importOf(file: SourceFile, local: string): ImportDeclaration | null {
  const brings = (declaration: ImportDeclaration): boolean => {
    const whole = [declaration.getDefaultImport(), declaration.getNamespaceImport()].map((name) => name?.getText())
    return [...whole, ...declaration.getNamedImports().map(localOf)].includes(local)
  }
  return file.getImportDeclarations().find(brings) ?? null
}

/** Adds `import name from 'specifier'` among similar imports, in their order. */
export function addImport(source: Source, name: string, specifier: string): void {
  const { file, style } = source
  const line = `import ${name} from ${printText(specifier, style)}${style.semicolons ? ';' : ''}`
  const all = file.getImportDeclarations()
  const specifierOf = (declaration: ImportDeclaration) => declaration.getModuleSpecifierValue()
  const folder = specifier.slice(0, specifier.lastIndexOf('/') + 1)
  const like = all.filter((other) => specifierOf(other).startsWith(folder))
  const written = like.map(specifierOf)
  const isSorted = written.every((other, index) => index === 0 || (written[index - 1] ?? '') <= other)
  const next = isSorted ? like.find((other) => specifierOf(other) > specifier) : undefined
  // Relative imports are sorted: `./collections` comes before `./plugins`.
  const isBefore = (other: string) => !other.startsWith('.') || other < specifier
  const last = next ?? like.at(-1) ?? all.findLast((other) => isBefore(specifierOf(other))) ?? all.at(-1)
  if (next || !last) insertText(source, next?.getStart() ?? 0, line + style.newline)
  else insertText(source, lineEnd(file.getFullText(), last.getEnd()), style.newline + line)
}

/** Removes a name from its import, and the import if nothing else remains. */
export function removeImport(source: Source, declaration: ImportDeclaration, local: string): void {
  const named = declaration.getNamedImports()
  const isDefault = declaration.getDefaultImport()?.getText() === local
  const hasMore = isDefault ? declaration.getNamespaceImport() !== undefined : declaration.getDefaultImport()
  const others = named.filter((other) => localOf(other) !== local)
  if (others.length === 0 && !hasMore) removeLine(source, declaration)
  else if (isDefault) declaration.removeDefaultImport()
  else named.find((other) => localOf(other) === local)?.remove()
}

/**
 * Removes a line, but keeps the comments above it and the blank lines around it, which the parser's own removal would
 * delete.
 */
function removeLine(source: Source, declaration: ImportDeclaration): void {
  const text = source.file.getFullText()
  const end = lineEnd(text, declaration.getEnd())
  const feed = text.slice(end).startsWith('\r\n') ? 2 : 1
  splice(source, { start: declaration.getStart(), end: Math.min(end + feed, text.length), text: '' })
}
