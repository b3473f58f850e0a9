import { ts } from 'ts-morph'
import type { Json } from '../../config/fields/field-type.ts'
import { elementsOf, innerIndent, insertElement, removeElement } from './list.ts'
import { refuseShape } from './refusal.ts'
import { indentAt, lineStart, type Source, type Splice } from './source.ts'
import { isSame, nameOf, printName, printValue, readValue, unwrap } from './value.ts'

/** The object that an expression is, perhaps by way of a constant of the same file. */
export function objectAt(source: Source, node: ts.Node, what: string): ts.ObjectLiteralExpression {
  const found = constantOf(node)
  if (ts.isObjectLiteralExpression(found)) return found
  throw refuseShape(source, node, `Code makes ${what}; a form can only change a literal object.`)
}

/** The array that an expression is, perhaps by way of a constant of the same file. */
export function arrayAt(source: Source, node: ts.Node, what: string): ts.ArrayLiteralExpression {
  const found = constantOf(node)
  if (ts.isArrayLiteralExpression(found)) return found
  throw refuseShape(source, node, `Code makes ${what}; a form can only change a literal array.`)
}

function constantOf(node: ts.Node): ts.Node {
  const inner = unwrap(node)
  if (!ts.isIdentifier(inner)) return inner
  for (const statement of inner.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && name.text === inner.text && initializer) return unwrap(initializer)
    }
  }
  return inner
}

/** @throws EditRefused where something else decides what the object holds: a spread, a computed name. */
export function requirePlain(source: Source, object: ts.ObjectLiteralExpression, what: string): void {
  for (const member of object.properties) {
    if (ts.isSpreadAssignment(member))
      throw refuseShape(source, member, `${what} includes members that are declared elsewhere (${member.getText()}).`)
    if (member.name && nameOf(member.name) === null)
      throw refuseShape(source, member, `${what} has a computed name (${member.name.getText()}).`)
  }
}

export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((member) => member.name !== undefined && nameOf(member.name) === name)
}

/** The value of a property; `null` where there is no such property. */
export function initializerOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  const member = propertyOf(object, name)
  if (!member) return null
  if (ts.isPropertyAssignment(member)) return member.initializer
  return ts.isShorthandPropertyAssignment(member) ? member.name : null
}

export function namesIn(object: ts.ObjectLiteralExpression): string[] {
  return object.properties.flatMap((member) => (member.name && nameOf(member.name)) ?? [])
}

/**
 * Gives a property a value, or takes it out with `null`. What says the same already stays as it is written.
 * @param order names in the order in which a person writes them; a property that is new stands after those before it
 * @throws EditRefused where the value is code
 */
export function setProperty(
  source: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
  value: Json,
  { order = [], what }: { readonly order?: readonly string[]; readonly what: string },
): Splice[] {
  const member = propertyOf(object, name)
  if (!member) {
    if (value === null) return []
    return insertProperty(source, object, name, order, (setting) => printValue(value, setting))
  }
  const initializer = initializerOf(object, name)
  const known = initializer && readValue(initializer)
  if (value === null) {
    if (!known && !initializer) throw refuseShape(source, member, `${name} of ${what} is code.`)
    return removeElement(source, object, object.properties.indexOf(member))
  }
  if (!known || !initializer) {
    throw refuseShape(source, member, `${name} of ${what} is code (${excerpt(member)}), which a form cannot change.`)
  }
  if (isSame(known.value, value)) return []
  return replaceValue(source, unwrap(initializer), known.value, value)
}

export interface PlaceOfValue {
  readonly style: Source['style']
  readonly indent: string
  readonly column: number
}

/** Puts a property where a person would. `print` is told where its value begins. */
export function insertProperty(
  source: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
  order: readonly string[],
  print: (place: PlaceOfValue) => string,
): Splice[] {
  const { style } = source
  const key = printName(name, style)
  const indent = innerIndent(source, object)
  const element = `${key}: ${print({ style, indent, column: indent.length + key.length + 2 })}`
  return insertElement(source, object, placeOf(object, name, order), element)
}

function placeOf(object: ts.ObjectLiteralExpression, name: string, order: readonly string[]): number {
  const rank = order.indexOf(name)
  if (rank === -1) return object.properties.length
  const ranks = object.properties.map((member) => order.indexOf((member.name && nameOf(member.name)) ?? ''))
  const before = ranks.findLastIndex((other) => other !== -1 && other < rank)
  if (before !== -1) return before + 1
  const after = ranks.findIndex((other) => other > rank)
  return after === -1 ? object.properties.length : after
}

/** The least that makes one value the other: elements of arrays and properties of objects one by one. */
function replaceValue(source: Source, node: ts.Node, before: Json, after: Json): Splice[] {
  if (ts.isArrayLiteralExpression(node) && Array.isArray(before) && Array.isArray(after)) {
    const splice = oneElement(source, node, before, after)
    if (splice) return splice
  }
  if (ts.isObjectLiteralExpression(node) && isObject(before) && isObject(after)) {
    const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => !isSame(before[key] ?? null, after[key] ?? null),
    )
    const [only] = differing
    if (differing.length === 1 && only !== undefined && Object.keys(after).length > 0)
      return setProperty(source, node, only, after[only] ?? null, { what: 'the value' })
  }
  const start = node.getStart()
  if (/\/\/|\/\*/.test(stripStrings(node.getText()))) {
    throw refuseShape(source, node, 'The value contains comments, which would be lost.')
  }
  const column = start - lineStart(source.text, start)
  const put = printValue(after, { style: source.style, indent: indentAt(source.text, start), column })
  return [{ start, end: node.end, text: put }]
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One element added or taken out. */
function oneElement(
  source: Source,
  list: ts.ArrayLiteralExpression,
  before: readonly Json[],
  after: readonly Json[],
): Splice[] | null {
  const differs = before.findIndex((value, index) => after[index] === undefined || !isSame(value, after[index]))
  const at = differs === -1 ? before.length : differs
  const added = after[at]
  if (added !== undefined && isSame([...before].toSpliced(at, 0, added), [...after])) {
    const indent = innerIndent(source, list)
    return insertElement(source, list, at, printValue(added, { ...source, indent, column: indent.length }))
  }
  return isSame([...before].toSpliced(at, 1), [...after]) ? removeElement(source, list, at) : null
}

function stripStrings(text: string): string {
  return text.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, '')
}

/** The beginning of a piece of code, on one line. */
export function excerpt(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** Tells whether a list holds exactly these names, for reading what is there. */
export function textsIn(list: ts.ArrayLiteralExpression): readonly (string | null)[] {
  return elementsOf(list).map((node) => (ts.isStringLiteralLike(node) ? node.text : null))
}
