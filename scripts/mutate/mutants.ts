import { ts } from 'ts-morph'
import { mutateText } from './mutate-text.ts'

/** Small change to a source file, such as a person might make by mistake. */
export interface Mutant {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly by: string
  /** Line of the change, from 1. */
  readonly line: number
  /** Position at which the innermost function around the change begins; `null` outside of functions. */
  readonly within: number | null
}

type Change = readonly [node: { getStart(): number; getEnd(): number }, by: string]

/**
 * Returns all mutants of a file. Parts that only people read are not changed: messages, comments, imports and types.
 */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file))
  const mutants: Mutant[] = []
  const visit = (node: ts.Node, within: number | null) => {
    if (isLeftAlone(node)) return
    for (const [{ getStart, getEnd }, by] of changesOf(node).map(bound)) {
      const [start, end] = [getStart(), getEnd()]
      const { line } = source.getLineAndCharacterOfPosition(start)
      mutants.push({ file, start, end, text: text.slice(start, end), by, line: line + 1, within })
    }
    const inner = isFunctionWithBody(node) ? node.getStart() : within
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(source, null)
  return mutants
}

function bound([node, by]: Change) {
  return [{ getStart: () => node.getStart(), getEnd: () => node.getEnd() }, by] as const
}

export function kindOf(file: string): ts.ScriptKind {
  return file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
}

export function isFunctionWithBody(node: ts.Node): node is ts.FunctionLikeDeclaration & { body: ts.ConciseBody } {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** Pattern of functions whose arguments are for people: in the log, in a problem, on a page. */
const FOR_PEOPLE = /^(t|message|say|writeLog|HttpError|MigrationError|DatabaseError|Error|TypeError|RangeError)$/

function isLeftAlone(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  return (
    (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    FOR_PEOPLE.test(node.expression.text)
  )
}

function changesOf(node: ts.Node): Change[] {
  return FINDERS.flatMap((find) => find(node))
}

const FINDERS: readonly ((node: ts.Node) => Change[])[] = [
  conditions,
  operators,
  methods,
  droppedCalls,
  literals,
  texts,
  droppedParts,
  results,
]

/** Makes a condition always true, and always false. */
function conditions(node: ts.Node): Change[] {
  const condition =
    ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? node.expression
      : ts.isConditionalExpression(node)
        ? node.condition
        : null
  return condition
    ? [
        [condition, 'true'],
        [condition, 'false'],
      ]
    : []
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
}

function operators(node: ts.Node): Change[] {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [[node, node.operand.getText()]]
  }
  if (!ts.isBinaryExpression(node)) return []
  const operator = node.operatorToken
  if (operator.kind === ts.SyntaxKind.QuestionQuestionToken) return [[node, node.right.getText()]]
  const edge = isOrder(node.parent) ? `${operator.getText()}=` : null
  const swaps = (OPERATORS[operator.getText()] ?? []).filter((by) => by !== edge).map((by): Change => [operator, by])
  const isJoin = operator.kind === ts.SyntaxKind.AmpersandAmpersandToken || operator.kind === ts.SyntaxKind.BarBarToken
  return isJoin ? [...swaps, [node, node.left.getText()], [node, node.right.getText()]] : swaps
}

const SWAPPED: Readonly<Record<string, string>> = {
  every: 'some',
  some: 'every',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  ceil: 'floor',
  floor: 'ceil',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
}

/** Methods whose result has the type of the object that they are called on, so the call can be dropped. */
const DROPPED = new Set([
  'filter',
  'toSorted',
  'sort',
  'toReversed',
  'reverse',
  'slice',
  'trim',
  'toLowerCase',
  'replaceAll',
  'replace',
])

function methods(node: ts.Node): Change[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  const by = SWAPPED[name.text]
  return [
    ...(by === undefined ? [] : [[name, by] satisfies Change]),
    ...(DROPPED.has(name.text) ? [[node, expression.getText()] satisfies Change] : []),
  ]
}

function droppedCalls(node: ts.Node): Change[] {
  if (!ts.isExpressionStatement(node)) return []
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
  return ts.isCallExpression(call) || ts.isBinaryExpression(call) ? [[node, ';']] : []
}

function literals(node: ts.Node): Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true']]
  if (!ts.isNumericLiteral(node) || isOrder(node.parent) || isOrder(node.parent.parent)) return []
  return [[node, String(Number(node.text.replaceAll('_', '')) + 1)]]
}

/**
 * Tells whether an expression compares two values for sorting, such as `a < b ? -1 : 1`. Only the sign of its result
 * matters, and equal values may be in either order.
 */
function isOrder(node: ts.Node): boolean {
  return (
    ts.isConditionalExpression(node) &&
    [node.whenTrue.getText(), node.whenFalse.getText()].toSorted().join(' ') === '-1 1'
  )
}

/** Changes SQL, and misspells single words that programs compare. */
function texts(node: ts.Node): Change[] {
  if (ts.isTemplateLiteralToken(node) || ts.isStringLiteral(node)) {
    const isKey = ts.isPropertyAssignment(node.parent) && node.parent.name === node
    return isKey ? [] : mutateText(node.getText()).map((by): Change => [node, by])
  }
  return []
}

/** Removes elements from lists, and spread objects from objects. */
function droppedParts(node: ts.Node): Change[] {
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.map((element) => [node, withoutPart(node, element)])
  }
  if (!ts.isObjectLiteralExpression(node)) return []
  return node.properties
    .filter((property) => ts.isSpreadAssignment(property))
    .map((property) => [node, withoutPart(node, property)])
}

function withoutPart(whole: ts.Node, part: ts.Node): string {
  const text = whole.getText()
  const [start, end] = [part.getFullStart() - whole.getStart(), part.getEnd() - whole.getStart()]
  const rest = text.slice(end)
  const comma = /^\s*,/.exec(rest)
  if (comma) return text.slice(0, start) + rest.slice(comma[0].length)
  return text.slice(0, start).replace(/,\s*$/, '') + rest
}

/**
 * Replaces a result with an empty list, `null` or `undefined`, in functions with a declared return type: the type
 * checker then rejects those that the type does not allow.
 */
function results(node: ts.Node): Change[] {
  if (!ts.isReturnStatement(node) || !node.expression) return []
  const owner = ts.findAncestor(node, ts.isFunctionLike)
  if (!owner?.type) return []
  return ['[]', 'null', 'undefined']
    .filter((by) => by !== node.expression?.getText())
    .map((by): Change => [node.expression as ts.Node, by])
}
