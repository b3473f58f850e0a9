import type { ts as TypeScript } from 'ts-morph'

export type Ts = typeof TypeScript

/** Tells whether a member of an object is a function literal, which runs nothing before it is called. */
export function isFunction(ts: Ts, member: TypeScript.ObjectLiteralElementLike): boolean {
  if (ts.isMethodDeclaration(member)) return true
  if (!ts.isPropertyAssignment(member)) return false
  return ts.isArrowFunction(member.initializer) || ts.isFunctionExpression(member.initializer)
}

/**
 * Tells whether evaluating a node runs no code of the project: it consists of literals, names, and calls of Lintel.
 * @param ignored nodes to skip
 * @param lintel names that are imported from Lintel
 */
export function isInert(
  ts: Ts,
  node: TypeScript.Node,
  ignored: ReadonlySet<TypeScript.Node>,
  lintel: ReadonlySet<string>,
): boolean {
  if (ignored.has(node) || ts.isTypeNode(node)) return true
  const called = calledIn(ts, node)
  const isAllowed = called === null ? isInertKind(ts, node) : lintel.has(rootOf(ts, called))
  return isAllowed && node.forEachChild((child) => !isInert(ts, child, ignored, lintel) || undefined) !== true
}

/** Returns what a node calls: `field.string` of `field.string()`, `sql` of a template with that tag. */
function calledIn(ts: Ts, node: TypeScript.Node): TypeScript.Expression | null {
  if (ts.isTaggedTemplateExpression(node)) return node.tag
  return ts.isCallExpression(node) && !ts.isOptionalChain(node) ? node.expression : null
}

function isInertKind(ts: Ts, node: TypeScript.Node): boolean {
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand)
  return (
    ts.isLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)
  )
}

/**
 * Returns what a declaration reads of the project outside the ignored nodes: `labels.title`, `common`. Reading an
 * object may run code.
 */
export function namesRead(source: ReadSource, node: TypeScript.Node): readonly string[] {
  const { ts, module, ignored, lintel } = source
  if (ignored.has(node) || ts.isTypeNode(node)) return []
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
    return lintel.has(rootOf(ts, node)) ? [] : [node.getText(module)]
  if (ts.isShorthandPropertyAssignment(node)) return [node.name.text]
  const children = ts.isPropertyAssignment(node) ? [node.initializer] : node.getChildren(module)
  return children.flatMap((child) => namesRead(source, child))
}

export interface ReadSource {
  readonly ts: Ts
  readonly module: TypeScript.SourceFile
  /** Nodes to skip. */
  readonly ignored: ReadonlySet<TypeScript.Node>
  /** Names that are imported from Lintel. */
  readonly lintel: ReadonlySet<string>
}

/** Returns the comments in a declaration that a bundler may obey for all of the module. */
export function obeyedIn(module: TypeScript.SourceFile, { pos, end }: TypeScript.Node): readonly string[] {
  return module.text.slice(pos, end).match(/@jsx\w*[^\n*]*/g) ?? []
}

/** Returns the root of an expression: `field` of `field.string`. */
function rootOf(ts: Ts, node: TypeScript.Expression): string {
  if (ts.isPropertyAccessExpression(node)) return rootOf(ts, node.expression)
  return ts.isIdentifier(node) ? node.text : ''
}
