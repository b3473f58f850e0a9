import { type ArrayLiteralExpression, Node, type ObjectLiteralExpression } from 'ts-morph'
import type { Json } from '../../fields/field-type.ts'
import { insertElement, removeElement } from './list.ts'
import { type Code, codeOf, named, print } from './print.ts'
import { refuseShape } from './refusal.ts'
import { type Find, indentAt, lineStart, replaceNode, type Source } from './source.ts'
import { isRecord, isSame, type JsonObject, memberValue, nameOf, readValue, unwrap } from './value.ts'

/** Returns the object that an expression evaluates to, perhaps through a constant of the same file. */
export function objectAt(source: Source, node: Node, what: string): ObjectLiteralExpression {
  const found = constantOf(source, node)
  if (Node.isObjectLiteralExpression(found)) return found
  throw refuseShape(source, node, `${what} is created by code; a form can only change a literal object.`)
}

/** Returns the array that an expression evaluates to, perhaps through a constant of the same file. */
export function arrayAt(source: Source, node: Node, what: string): ArrayLiteralExpression {
  const found = constantOf(source, node)
  if (Node.isArrayLiteralExpression(found)) return found
  throw refuseShape(source, node, `${what} is created by code; a form can only change a literal array.`)
}

function constantOf({ file }: Source, node: Node): Node {
  const inner = unwrap(node)
  const constant = Node.isIdentifier(inner) && file.getVariableDeclaration(inner.getText())?.getInitializer()
  return constant ? unwrap(constant) : inner
}

/**
 * Checks that only the literal determines the object's content.
 * @throws EditRefused for a spread or a computed name
 */
export function requirePlain(source: Source, object: ObjectLiteralExpression, what: string): ObjectLiteralExpression {
  for (const member of object.getProperties()) {
    if (Node.isSpreadAssignment(member))
      throw refuseShape(source, member, `${what} includes members that are declared elsewhere (${member.getText()}).`)
    if (nameOf(member) === null)
      throw refuseShape(source, member, `${what} has a computed name (${member.getNameNode().getText()}).`)
  }
  return object
}

export function propertyOf(object: ObjectLiteralExpression, name: string) {
  return object.getProperties().find((member) => nameOf(member) === name)
}

/** Returns the value of a property; `null` if it does not exist, or is a method. */
export function initializerOf(object: ObjectLiteralExpression, name: string): Node | null {
  const member = propertyOf(object, name)
  return member ? memberValue(member) : null
}

export function namesIn(object: ObjectLiteralExpression): string[] {
  return object.getProperties().flatMap((member) => nameOf(member) ?? [])
}

/** The position of a property among others, and the name of its object for messages. */
export interface PropertyPosition {
  /** Names in the usual order, by which a new property is inserted. */
  readonly order?: readonly string[]
  readonly what: string
  /** True if an object with spread or computed properties is refused. */
  readonly plain?: boolean
}

/**
 * Sets a property, or removes it with `null`. An equal value keeps its spelling.
 * @throws EditRefused if the current value is code
 */
export function setProperty(
  source: Source,
  find: Find<ObjectLiteralExpression>,
  name: string,
  value: Json,
  { order = [], what }: PropertyPosition,
): void {
  const object = find()
  const member = propertyOf(object, name)
  const initializer = member && memberValue(member)
  const known = initializer && readValue(initializer)
  if (member && !known && (value !== null || !initializer))
    throw refuseShape(source, member, `${what} has code for ${name} (${excerpt(member)}), which a form cannot change.`)
  if (value === null) {
    if (member) removeElement(source, object, member)
  } else if (!known) insertProperty(source, find, name, order, codeOf(value, source.style))
  else if (!isSame(known.value, value))
    replaceValue(source, () => unwrap(initializerOf(find(), name) ?? find()), known.value, value)
}

/**
 * Sets a property of a nested object. Missing objects are created, and removed with their last property.
 * @param path names from the object to the property
 * @param whats names of the objects on the path, from the outermost
 */
export function setInside(
  source: Source,
  find: Find<ObjectLiteralExpression>,
  [name = '', ...rest]: readonly string[],
  value: Json,
  [{ what, order }, ...inner]: readonly [PropertyPosition, ...PropertyPosition[]],
): void {
  const [next, ...more] = inner
  const place = { what, ...(order && { order }) }
  const nested = initializerOf(find(), name)
  if (!next) setProperty(source, find, name, value, place)
  else if (nested === null) {
    if (value !== null) setProperty(source, find, name, wrapped(rest, value), place)
  } else {
    const object = () => objectAt(source, initializerOf(find(), name) ?? nested, next.what)
    if (next.plain) requirePlain(source, object(), next.what)
    const isEmptied = value === null && holdsOnly(source, object(), rest)
    if (isEmptied && unwrap(nested) === object()) setProperty(source, find, name, null, place)
    else setInside(source, object, rest, value, [next, ...more])
  }
}

function wrapped(path: readonly string[], value: Json): Json {
  return path.reduceRight((inner: Json, name) => ({ [name]: inner }), value)
}

/** Tells whether an object contains nothing but one property, which contains nothing but the next. */
function holdsOnly(source: Source, object: ObjectLiteralExpression, [name = '', ...rest]: readonly string[]): boolean {
  const value = initializerOf(object, name)
  if (object.getProperties().length !== 1 || !value) return false
  return rest.length === 0 || holdsOnly(source, objectAt(source, value, name), rest)
}

/** Inserts a property at its usual position. */
export function insertProperty(
  source: Source,
  find: Find<ObjectLiteralExpression>,
  name: string,
  order: readonly string[],
  code: Code,
): void {
  insertElement(source, find, placeOf(find(), name, order), named(name, code, source.style))
}

function placeOf(object: ObjectLiteralExpression, name: string, order: readonly string[]): number {
  const members = object.getProperties()
  const rank = order.indexOf(name)
  if (rank === -1) return members.length
  const ranks = members.map((member) => order.indexOf(nameOf(member) ?? ''))
  const before = ranks.findLastIndex((other) => other !== -1 && other < rank)
  if (before !== -1) return before + 1
  const after = ranks.findIndex((other) => other > rank)
  return after === -1 ? members.length : after
}

/** Changes a value with the smallest possible edits: elements of arrays and properties of objects one by one. */
function replaceValue(source: Source, find: Find<Node>, before: Json, after: Json): void {
  const node = find()
  if (isArray(find) && Array.isArray(before) && Array.isArray(after)) {
    if (changeOneElement(source, find, before, after)) return
  }
  if (isObject(find) && isRecord(before) && isRecord(after)) {
    const only = onlyDifference(before, after)
    if (only !== null) {
      setProperty(source, find, only, after[only] ?? null, { what: 'The value' })
      return
    }
  }
  if (/\/\/|\/\*/.test(stripStrings(node.getText())))
    throw refuseShape(source, node, 'The value contains comments, which would be lost.')
  replaceNode(source, node, printAt(source, codeOf(after, source.style), node.getStart()))
}

/** Prints code for a position of the text. */
export function printAt({ file, style }: Source, code: Code, position: number, lead = 0): string {
  const text = file.getFullText()
  const column = position - lineStart(text, position) + lead
  return print(code, { style, indent: indentAt(text, position), column })
}

function isArray(find: Find<Node>): find is Find<ArrayLiteralExpression> {
  return Node.isArrayLiteralExpression(find())
}

function isObject(find: Find<Node>): find is Find<ObjectLiteralExpression> {
  return Node.isObjectLiteralExpression(find())
}

/**
 * Returns the single property in which two objects differ; `null` if there is another number of differences, or no
 * property remains.
 */
function onlyDifference(before: JsonObject, after: JsonObject): string | null {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const [only, ...others] = [...names].filter((key) => !isSame(before[key] ?? null, after[key] ?? null))
  return only === undefined || others.length > 0 || Object.keys(after).length === 0 ? null : only
}

/** Adds or removes one element; returns whether that was the only difference. */
function changeOneElement(
  source: Source,
  find: Find<ArrayLiteralExpression>,
  before: readonly Json[],
  after: readonly Json[],
): boolean {
  const differs = before.findIndex((value, index) => after[index] === undefined || !isSame(value, after[index]))
  const at = differs === -1 ? before.length : differs
  const added = after[at]
  if (added !== undefined && isSame(before.toSpliced(at, 0, added), [...after])) {
    insertElement(source, find, at, codeOf(added, source.style))
    return true
  }
  const element = find().getElements()[at]
  if (!element || !isSame(before.toSpliced(at, 1), [...after])) return false
  removeElement(source, find(), element)
  return true
}

function stripStrings(text: string): string {
  return text.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, '')
}

/** Returns the beginning of a piece of code, on one line. */
export function excerpt(node: Node): string {
  const text = node.getText().replace(/\s+/g, ' ')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
