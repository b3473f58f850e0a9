import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { CallExpression, ExportDeclaration, ImportDeclaration, Node, SourceFile } from 'ts-morph'
import { nearest } from '../../ground/nearest.ts'
import { overlaidText } from '../load/module-hooks.ts'
import type { Finding } from './diagnostic.ts'
import { didYouMean } from './did-you-mean.ts'
import { fileName } from './file-name.ts'
import { REACHES_OUT } from './impure-reads.ts'
import { spanOf } from './span.ts'
import type { SyntaxTrees } from './syntax-tree.ts'

type Import = ImportDeclaration | ExportDeclaration

/**
 * Finds mistakes in the project's files before anything runs: syntax errors, missing files, and missing exports. Node
 * stops at the first; this checks everything that the config reaches.
 */
export function findImportMistakes(trees: SyntaxTrees, root: string, configFile: string): Finding[] {
  // Opens all files before the first is checked, because the parser starts again with every added file.
  return sourcesFrom(trees, configFile).flatMap((source) => [
    ...syntaxErrors(trees, source, root),
    ...localImportsOf(source).flatMap(({ declaration, node, specifier, target }) => {
      if (isDenied(target)) return denied(node, specifier, root)
      if (!isFile(target)) return missingFile(node, specifier, target, root)
      return declaration === null ? [] : missingExports(trees, declaration, target, root)
    }),
  ])
}

/** Returns every file that a file reaches by relative imports, itself first. */
function sourcesFrom(trees: SyntaxTrees, path: string): SourceFile[] {
  const reached = new Map<string, SourceFile | null>()
  const waiting = [path]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (reached.has(next)) continue
    const source = trees.of(next)
    reached.set(next, source)
    if (source)
      waiting.push(
        ...localImportsOf(source).flatMap(({ target }) => (!isDenied(target) && isFile(target) ? target : [])),
      )
  }
  return [...reached.values()].filter((source) => source !== null)
}

interface LocalImport {
  /** The import declaration; `null` for a call of `import()`. */
  readonly declaration: Import | null
  /** The specifier in the source. */
  readonly node: Node
  readonly specifier: string
  /** Absolute path of the imported file. */
  readonly target: string
}

function localImportsOf(source: SourceFile): LocalImport[] {
  const declared = importsOf(source).map((declaration) => ({ declaration, node: declaration.getModuleSpecifier() }))
  const called = importCallsOf(source).map((call) => ({ declaration: null, node: call.getArguments()[0] }))
  return [...declared, ...called].flatMap(({ declaration, node }) => {
    const specifier = node?.getText().slice(1, -1) ?? ''
    if (!node || !specifier.startsWith('.')) return []
    return { declaration, node, specifier, target: resolve(dirname(source.getFilePath()), specifier) }
  })
}

/** Returns the calls of `import()` in a file. */
function importCallsOf(source: SourceFile): CallExpression[] {
  return source
    .getDescendants()
    .filter((node): node is CallExpression => node.getKindName() === 'CallExpression')
    .filter((call) => call.getExpression().getKindName() === 'ImportKeyword')
}

/**
 * Returns the position of the import of a package that Node could not resolve; if none is found, only the importing
 * file.
 */
export function findPackageImport(trees: SyntaxTrees, root: string, importer: string, name: string): Finding['at'] {
  const declaration = importsOf(trees.of(importer) ?? undefined).find((candidate) => {
    const specifier = candidate.getModuleSpecifierValue()
    return specifier === name || specifier?.startsWith(`${name}/`)
  })
  const node = declaration?.getModuleSpecifier()
  return { file: fileName(root, importer), ...(node ? spanOf(node) : {}) }
}

/** Returns imports and re-exports that exist at run time. */
function importsOf(source: SourceFile | undefined): Import[] {
  if (!source) return []
  return [...source.getImportDeclarations(), ...source.getExportDeclarations()].filter(
    (declaration) => declaration.getModuleSpecifier() !== undefined && !declaration.isTypeOnly(),
  )
}

function syntaxErrors(trees: SyntaxTrees, source: SourceFile, root: string): Finding[] {
  return trees.syntaxErrors(source).map(({ message, line, column, length }) => ({
    code: 'syntax-error',
    message,
    at: { file: fileName(root, source.getFilePath()), line, column, length },
  }))
}

/** Tells whether a config may not read a file of the project: its name, or that of a folder, begins with a dot. */
function isDenied(path: string): boolean {
  try {
    statSync(path, { throwIfNoEntry: false })
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED'
  }
}

function denied(node: Node, specifier: string, root: string): Finding {
  return {
    code: REACHES_OUT,
    message: `A config cannot import '${specifier}'.`,
    hint: 'Move the file to a place in the project where no name begins with a dot.',
    at: { file: fileName(root, node.getSourceFile().getFilePath()), ...spanOf(node) },
  }
}

function missingFile(node: Node, specifier: string, target: string, root: string): Finding {
  return {
    code: 'missing-file',
    message: `There is no file '${specifier}'.`,
    ...suggestFile(specifier, target),
    at: { file: fileName(root, node.getSourceFile().getFilePath()), ...spanOf(node) },
  }
}

/** Suggests the file that was probably meant: with its extension, in its folder, or spelled correctly. */
function suggestFile(specifier: string, target: string): { readonly hint?: string } {
  const stem = target.replace(/\.[cm]?[jt]sx?$/, '')
  const exact = [`${stem}.ts`, `${stem}.tsx`, `${stem}.js`, join(target, 'plugin.ts'), join(target, 'index.ts')].find(
    isFile,
  )
  if (exact)
    return {
      hint: `Write '${specifier.slice(0, specifier.lastIndexOf(basename(target)))}${exact.slice(dirname(target).length + 1)}'.`,
    }
  const folder = dirname(target)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.[cm]?[jt]sx?$/.test(name)) : []
  const near = nearest(basename(target), names)
  return near === undefined ? {} : { hint: `Did you mean '${specifier.slice(0, -basename(target).length)}${near}'?` }
}

function missingExports(trees: SyntaxTrees, declaration: Import, target: string, root: string): Finding[] {
  const exported = exportsOf(trees, trees.of(target))
  if (!exported) return []
  return namesIn(trees, declaration).flatMap(({ name, node }): Finding[] => {
    if (exported.values.has(name)) return []
    const at = { file: fileName(root, declaration.getSourceFile().getFilePath()), ...spanOf(node) }
    const file = fileName(root, target)
    if (exported.types.has(name)) {
      return [
        {
          code: 'type-import',
          message: `'${name}' of ${file} is a type, which does not exist when the file runs.`,
          hint: 'Import it with `import type`.',
          at,
        },
      ]
    }
    if (name !== 'default') {
      return [
        {
          code: 'missing-export',
          message: `${file} does not export '${name}'.`,
          ...didYouMean(name, [...exported.values]),
          at,
        },
      ]
    }
    const hint = 'Write `export default` before the declaration.'
    return [{ code: 'missing-export', message: `${file} has no default export.`, hint, at }]
  })
}

/** Returns the names of the values that an import or a re-export takes from a file. */
function namesIn(trees: SyntaxTrees, declaration: Import): { readonly name: string; readonly node: Node }[] {
  if (trees.is.isExportDeclaration(declaration)) {
    return declaration
      .getNamedExports()
      .filter((specifier) => !specifier.isTypeOnly())
      .map((specifier) => ({ name: specifier.getName(), node: specifier.getNameNode() }))
  }
  const byDefault = declaration.getDefaultImport()
  const named = declaration
    .getNamedImports()
    .filter((specifier) => !specifier.isTypeOnly())
    .map((specifier) => ({ name: specifier.getName(), node: specifier.getNameNode() as Node }))
  return byDefault ? [{ name: 'default', node: byDefault }, ...named] : named
}

interface Exports {
  readonly values: ReadonlySet<string>
  readonly types: ReadonlySet<string>
}

/** Returns the exports of a file; `null` if they cannot be determined from the file itself. */
function exportsOf(trees: SyntaxTrees, source: SourceFile | null): Exports | null {
  if (!source || !/\.[cm]?[jt]sx?$/.test(source.getFilePath())) return null
  if (trees.syntaxErrors(source).length > 0) return null
  const values = new Set<string>()
  const types = new Set<string>()
  if (source.getExportAssignment((assignment) => !assignment.isExportEquals())) values.add('default')
  for (const declaration of source.getExportDeclarations()) {
    if (declaration.isNamespaceExport() && !declaration.getNamespaceExport()) return null
    const namespace = declaration.getNamespaceExport()
    if (namespace) values.add(namespace.getName())
    for (const specifier of declaration.getNamedExports()) {
      const name = specifier.getAliasNode()?.getText() ?? specifier.getName()
      ;(declaration.isTypeOnly() || specifier.isTypeOnly() ? types : values).add(name)
    }
  }
  for (const statement of source.getStatements()) addDeclared(trees, statement, values, types)
  return { values, types }
}

function addDeclared(trees: SyntaxTrees, statement: Node, values: Set<string>, types: Set<string>): void {
  if (trees.is.isInterfaceDeclaration(statement) || trees.is.isTypeAliasDeclaration(statement)) {
    if (statement.isExported()) types.add(statement.getName())
  } else if (trees.is.isVariableStatement(statement)) {
    if (!statement.isExported()) return
    for (const declaration of statement.getDeclarations()) {
      for (const name of declaration.getNameNode().getDescendants()) values.add(name.getText())
      values.add(declaration.getName())
    }
  } else if (trees.is.isFunctionDeclaration(statement) || trees.is.isClassDeclaration(statement)) {
    if (statement.hasDefaultKeyword()) values.add('default')
    else if (statement.hasExportKeyword()) values.add(statement.getName() ?? '')
  }
}

function isFile(path: string): boolean {
  const replacement = overlaidText(path)
  if (replacement !== undefined) return replacement !== null
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
