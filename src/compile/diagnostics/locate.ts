import type { CallExpression, Node, ObjectLiteralExpression, SourceFile } from 'ts-morph'
import type { SyntaxTrees } from './syntax-tree.ts'

type Step = string | number

/** Target of a path: the node of its last name and of its value, as far as the source contains them. */
interface Found {
  readonly key: Node
  readonly value: Node
}

/** Finds the node at a path, in the declaration whose call is at `line` and `column`; `null` if no call is there. */
export function locate(
  trees: SyntaxTrees,
  source: SourceFile,
  position: { readonly line: number; readonly column: number },
  path: readonly Step[],
  part: 'key' | 'value',
): Node | null {
  const call = callAt(trees, source, position)
  if (!call) return null
  return follow(trees, { key: call.getExpression(), value: call }, path, part).node
}

/** Finds the node at a path in the default export of a file; `null` if the file has none. */
export function locateInDefaultExport(
  trees: SyntaxTrees,
  source: SourceFile,
  path: readonly Step[],
  part: 'key' | 'value',
): Node | null {
  return searchDefaultExport(trees, source, path, part)?.node ?? null
}

/** A node, and the number of steps of the path that led to it. */
export interface Reached {
  readonly node: Node
  readonly steps: number
}

/** Finds a node like `locateInDefaultExport`, and returns how far the path could be followed. */
export function searchDefaultExport(
  trees: SyntaxTrees,
  source: SourceFile,
  path: readonly Step[],
  part: 'key' | 'value',
): Reached | null {
  const exported = source.getExportAssignment((assignment) => !assignment.isExportEquals())
  if (!exported) return null
  const value = exported.getExpression()
  return follow(trees, { key: value, value }, path, part)
}

/**
 * Finds the node at a path in a call on the line. If there are several calls, uses the one that contains most of the
 * path.
 */
export function searchOnLine(
  trees: SyntaxTrees,
  source: SourceFile,
  line: number,
  path: readonly Step[],
  part: 'key' | 'value',
): Reached | null {
  const reached = source
    .getDescendants()
    .filter((node) => trees.is.isCallExpression(node))
    .filter((call) => call.getStartLineNumber() === line)
    .map((call) => follow(trees, { key: call.getExpression(), value: call }, path, part))
  return reached.reduce<Reached | null>((best, next) => (best && best.steps >= next.steps ? best : next), null)
}

/** Follows a path as far as the source contains it. A value that is made elsewhere is marked where it is mentioned. */
function follow(trees: SyntaxTrees, start: Found, path: readonly Step[], part: 'key' | 'value'): Reached {
  let found = start
  for (const [steps, step] of path.entries()) {
    const next = stepInto(trees, found.value, step)
    if (!next) return { node: found === start ? markable(trees, start.value) : found.key, steps }
    found = next
  }
  const node = path.length > 0 && part === 'key' ? found.key : markable(trees, found.value)
  return { node, steps: path.length }
}

/** Returns the node to mark. For a call it is the callee: `field.string`, not all of its options. */
function markable(trees: SyntaxTrees, node: Node): Node {
  return trees.is.isCallExpression(node) ? node.getExpression() : node
}

function callAt(
  trees: SyntaxTrees,
  source: SourceFile,
  { line, column }: { readonly line: number; readonly column: number },
): CallExpression | null {
  const lines = source.getFullText().split('\n')
  const offset = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1
  let node: Node | undefined = source.getDescendantAtPos(offset)
  while (node) {
    if (trees.is.isCallExpression(node) && node.getExpression().getEnd() > offset) return node
    node = node.getParent()
  }
  return null
}

function stepInto(trees: SyntaxTrees, node: Node, step: Step): Found | null {
  const value = resolve(trees, node)
  if (trees.is.isCallExpression(value)) return stepIntoCall(trees, value, step)
  if (typeof step === 'number') return stepIntoArray(trees, value, step)
  return trees.is.isObjectLiteralExpression(value) ? property(trees, value, step) : null
}

/** Steps into a call: into its object arguments, the last first. `target` may be the first argument instead. */
function stepIntoCall(trees: SyntaxTrees, call: CallExpression, step: Step): Found | null {
  const values = call.getArguments().map((argument) => resolve(trees, argument))
  for (const options of values.toReversed()) {
    const found = trees.is.isObjectLiteralExpression(options) ? property(trees, options, String(step)) : null
    if (found) return found
  }
  const first = call.getArguments()[0]
  return step === 'target' && first ? { key: first, value: first } : null
}

function stepIntoArray(trees: SyntaxTrees, node: Node, index: number): Found | null {
  if (!trees.is.isArrayLiteralExpression(node)) return null
  const elements = node.getElements()
  const before = elements.slice(0, index + 1)
  const element = elements[index]
  if (!element || before.some((other) => trees.is.isSpreadElement(other))) return null
  return { key: element, value: element }
}

function property(trees: SyntaxTrees, object: ObjectLiteralExpression, name: string): Found | null {
  const members = object.getProperties()
  for (const member of members.toReversed()) {
    if (trees.is.isSpreadAssignment(member)) {
      const spread = resolve(trees, member.getExpression())
      const found = trees.is.isObjectLiteralExpression(spread) ? property(trees, spread, name) : null
      if (found) return found
    } else if (nameOf(trees, member.getNameNode()) === name) {
      const key = member.getNameNode()
      const value = trees.is.isPropertyAssignment(member) ? member.getInitializer() : undefined
      return { key, value: value ?? key }
    }
  }
  return null
}

function nameOf(trees: SyntaxTrees, node: Node): string {
  if (trees.is.isStringLiteral(node) || trees.is.isNumericLiteral(node)) return String(node.getLiteralValue())
  if (trees.is.isComputedPropertyName(node)) return nameOf(trees, node.getExpression())
  return node.getText()
}

/** Removes type assertions and parentheses, and resolves constants of the same file. */
function resolve(trees: SyntaxTrees, node: Node): Node {
  if (
    trees.is.isAsExpression(node) ||
    trees.is.isSatisfiesExpression(node) ||
    trees.is.isParenthesizedExpression(node) ||
    trees.is.isNonNullExpression(node)
  ) {
    return resolve(trees, node.getExpression())
  }
  if (!trees.is.isIdentifier(node)) return node
  const declared = node.getSourceFile().getVariableDeclaration(node.getText())?.getInitializer()
  return declared && declared !== node ? resolve(trees, declared) : node
}
