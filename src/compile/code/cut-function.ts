import type { ts as TypeScript } from 'ts-morph'
import { isFunction, isInert, namesRead, obeyedIn, type Ts } from './inert.ts'

/**
 * The part of a module that determines what one function of a declaration does, without the rest of the declaration.
 */
export interface FunctionCut {
  /** The function, and everything outside the declaration, as nested lists of tokens. */
  readonly text: string
  /**
   * True if the rest of the declaration cannot change what the function does: it runs no code of the project, such as a
   * call or an assignment, and the function does not read it.
   */
  readonly isAlone: boolean
  /** Specifiers of import declarations of which no name occurs in `text`. */
  readonly unused: ReadonlySet<string>
}

/**
 * Cuts functions out of modules.
 * @param file path of the module, whose extension determines how it is read
 * @param line line on which the declaration is called
 * @param path path of the function in the declaration: `['access', 'read']`
 * @returns `null` if the module is too complex to be cut, so that all of it counts
 */
export type CutFunction = (file: string, text: string, line: number, path: readonly string[]) => FunctionCut | null

/** Returns the function that cuts. Loads TypeScript's parser, which takes a fifth of a second. */
export async function loadCutter(): Promise<CutFunction> {
  const { ts } = await import('ts-morph')
  const modules = new Map<string, TypeScript.SourceFile>()
  return (file, text, line, path) => {
    const key = `${file}\n${text}`
    const module = modules.get(key) ?? ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    modules.set(key, module)
    return cutFunction(ts, module, line, path)
  }
}

function cutFunction(ts: Ts, module: TypeScript.SourceFile, line: number, path: readonly string[]): FunctionCut | null {
  if (hasSyntaxErrors(module)) return null
  const call = callOn(ts, module, line)
  const declaration = call?.arguments[0]
  if (!call || !declaration || !ts.isObjectLiteralExpression(declaration)) return null
  const group = path.slice(0, -1).reduce<TypeScript.Expression | null>((object, name) => {
    const member = object && memberNamed(ts, object, name)
    return member && ts.isPropertyAssignment(member) ? member.initializer : null
  }, declaration)
  const member = group && memberNamed(ts, group, path.at(-1) ?? '')
  if (!group || !member || !ts.isObjectLiteralExpression(group) || contains(member, ts.SyntaxKind.ThisKeyword))
    return null
  const cut = { whole: declaration, part: member }
  const names = namesIn(ts, module, cut)
  const tokens = tokensOf(ts, module, cut, names)
  const lintel = lintelNames(ts, module)
  const runs = new Set<TypeScript.Node>([member, ...group.properties.filter((other) => isFunction(ts, other))])
  return {
    text: JSON.stringify([
      tokens,
      namesRead({ ts, module, ignored: runs, lintel }, declaration),
      obeyedIn(module, declaration),
    ]),
    isAlone: isInert(ts, declaration, runs, lintel) && !readsItself(ts, module, call, member) && !names.has('eval'),
    unused: new Set(
      importsIn(ts, module)
        .filter((found) => found.names.length > 0 && !found.names.some((name) => names.has(name)))
        .map(({ specifier }) => specifier),
    ),
  }
}

/** Tells whether TypeScript finds mistakes in a module. The bundler found none, so it reads the module differently. */
function hasSyntaxErrors(module: TypeScript.SourceFile): boolean {
  const { parseDiagnostics } = module as TypeScript.SourceFile & { readonly parseDiagnostics: readonly unknown[] }
  return parseDiagnostics.length > 0
}

/** Returns the call on a line of a function such as `defineCollection`; `null` if there is none or more than one. */
function callOn(ts: Ts, module: TypeScript.SourceFile, line: number): TypeScript.CallExpression | null {
  const found: TypeScript.CallExpression[] = []
  const visit = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length === 1) {
      const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
      const start = module.getLineAndCharacterOfPosition(name.getStart(module)).line + 1
      if (start === line && /^define[A-Z]/.test(name.getText(module))) found.push(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(module)
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Returns a member of an object literal; `null` if it is not the only one of its name, or if any member is a spread, an
 * accessor, or has a computed name.
 */
function memberNamed(
  ts: Ts,
  object: TypeScript.Expression,
  name: string,
): TypeScript.PropertyAssignment | TypeScript.MethodDeclaration | TypeScript.ShorthandPropertyAssignment | null {
  if (!ts.isObjectLiteralExpression(object)) return null
  const members = object.properties.flatMap((member) => {
    if (ts.isSpreadAssignment(member) || ts.isAccessor(member)) return []
    return ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? [{ name: member.name.text, member }] : []
  })
  const found = members.filter((entry) => entry.name === name)
  return members.length === object.properties.length && found.length === 1 ? (found[0]?.member ?? null) : null
}

type Tokens = string | readonly Tokens[]

/** A part of a module that stands for the whole that contains it. */
interface Cut {
  readonly whole: TypeScript.Node
  readonly part: TypeScript.Node
}

/**
 * Returns the identifiers of a module outside import declarations. Of the whole, only those in the part are included.
 */
function namesIn(ts: Ts, module: TypeScript.SourceFile, { whole, part }: Cut): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: TypeScript.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node === whole ? part : node, visit)
  }
  visit(module)
  return names
}

/**
 * Returns the tokens of a module as nested as the parser nests them. Comments count only if a bundler may obey them, as
 * it does `@jsx` and `#__PURE__`, and names that are imported from Lintel only if they are used.
 * @param names identifiers outside import declarations
 */
function tokensOf(ts: Ts, module: TypeScript.SourceFile, { whole, part }: Cut, names: ReadonlySet<string>): Tokens {
  const read = (node: TypeScript.Node): Tokens => {
    if (node === whole) return read(part)
    if (ts.isNamedImports(node) && importsLintel(ts, node.parent.parent))
      return node.elements.filter(({ name }) => names.has(name.text)).map((element) => element.getText(module))
    const children = node.getChildren(module).filter((child) => !ts.isJSDoc(child))
    if (children.length > 0) return children.map(read)
    const comments = module.text.slice(node.getFullStart(), node.getStart(module)).trim()
    const text = node.getText(module).replaceAll('\r\n', '\n')
    return /[@#]|ignore/i.test(comments) ? [comments.replaceAll('\r\n', '\n'), text] : text
  }
  return read(module)
}

function importsLintel(ts: Ts, node: TypeScript.Node): boolean {
  return (
    ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && node.moduleSpecifier.text === 'lintel'
  )
}

function contains(node: TypeScript.Node, kind: TypeScript.SyntaxKind): boolean {
  return node.kind === kind || node.forEachChild((child) => contains(child, kind) || undefined) === true
}

interface FoundImport {
  readonly names: readonly string[]
  readonly specifier: string
}

/** Returns the import declarations of a module, except type-only imports. */
function importsIn(ts: Ts, module: TypeScript.SourceFile): readonly FoundImport[] {
  return module.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const { importClause: clause } = statement
    if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return []
    const bindings = clause?.namedBindings
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name) : [bindings?.name]
    return {
      names: [clause?.name, ...names].flatMap((name) => name?.text ?? []),
      specifier: statement.moduleSpecifier.text,
    }
  })
}

function lintelNames(ts: Ts, module: TypeScript.SourceFile): ReadonlySet<string> {
  return new Set(importsIn(ts, module).flatMap(({ names, specifier }) => (specifier === 'lintel' ? names : [])))
}

/** Tells whether a function, or anything outside the declaration, may use the declaration by its name. */
function readsItself(
  ts: Ts,
  module: TypeScript.SourceFile,
  call: TypeScript.CallExpression,
  member: TypeScript.Node,
): boolean {
  const { parent } = call
  if (ts.isExportAssignment(parent)) return false
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return true
  const { name } = parent
  const uses = (node: TypeScript.Node): boolean => {
    if (node === call) return uses(member)
    if (node === name || ts.isExportAssignment(node) || ts.isExportSpecifier(node)) return false
    return (ts.isIdentifier(node) && node.text === name.text) || node.forEachChild((c) => uses(c) || undefined) === true
  }
  return uses(module)
}
