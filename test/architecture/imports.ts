import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { ts } from 'ts-morph'
import { ownEntries } from '../../src/compile/load/own-entries.ts'

/** `from` imports `to`: both are paths from the project's root, or `to` is the name of a package. */
export interface Import {
  readonly from: string
  readonly to: string
  /** Erased before it runs. */
  readonly typeOnly: boolean
}

const ROOTS = ['src', 'plugins', 'collections', 'cms.config.ts']
/** Place where the package's own exports stand. */
const DOORS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ownEntries()).map(([name, path]) => [name, relative(process.cwd(), path)]),
)

/**
 * Every import of files and of what is in folders.
 * @param roots default: the product's own source
 */
export function findImports(roots: readonly string[] = ROOTS): Import[] {
  return filesWithImports(roots).flatMap(importsOf)
}

/** TypeScript among files and in folders. */
export function filesWithImports(roots: readonly string[]): string[] {
  return roots.flatMap(sourceFiles)
}

function sourceFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return /\.tsx?$/.test(path) ? [path] : []
  return readdirSync(path).flatMap((entry) => sourceFiles(join(path, entry)))
}

function importsOf(from: string): Import[] {
  const file = ts.createSourceFile(from, readFileSync(from, 'utf8'), ts.ScriptTarget.ESNext)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) found.push({ from, to: resolve(from, specifier), typeOnly: isTypeOnly(node) })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function specifierOf(node: ts.Node): string | undefined {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined
  return named && ts.isStringLiteral(named) ? named.text : undefined
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  return ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return DOORS[specifier] ?? specifier
  const path = normalize(join(dirname(from), specifier))
  return existsSync(path) || path.startsWith('.cms') ? path : specifier
}

/** Tells whether an import is the part of a kind of field that a room loads when it needs it: whoever knows the kind does not run it. */
export function isLoadedLater({ to }: Import): boolean {
  return /^src\/fields\/[^/]+\/(?:admin\.tsx|import\.ts)$/.test(to)
}

/** The first circle of imports among the product's files, as the paths along it; `null` when there is none. */
export function findCycle(imports: readonly Import[]): string[] | null {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const settled = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (settled.has(file)) return null
    for (const { to } of targets.get(file) ?? []) {
      const cycle = visit(to, [...path, file])
      if (cycle) return cycle
    }
    settled.add(file)
    return null
  }
  for (const file of targets.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return null
}
