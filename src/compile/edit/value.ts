import { Node, type PrefixUnaryExpression } from 'ts-morph'
import type { Json } from '../../fields/field-type.ts'

/** Reads a value from the source; `null` for code: a call, a variable, a function. */
export function readValue(node: Node): { readonly value: Json } | null {
  const inner = unwrap(node)
  const text = literalText(inner)
  if (text !== null) return { value: text }
  if (Node.isRegularExpressionLiteral(inner)) return { value: inner.getText().replace(/^\/|\/[a-z]*$/g, '') }
  if (Node.isNumericLiteral(inner) || Node.isTrueLiteral(inner) || Node.isFalseLiteral(inner))
    return { value: inner.getLiteralValue() }
  if (Node.isNullLiteral(inner)) return { value: null }
  if (Node.isPrefixUnaryExpression(inner)) return readNegative(inner)
  if (Node.isArrayLiteralExpression(inner)) return readAll(inner.getElements(), (values) => [...values])
  if (!Node.isObjectLiteralExpression(inner)) return null
  const members = inner.getProperties()
  const names = members.map((member) => (Node.isPropertyAssignment(member) ? nameOf(member) : null))
  if (names.includes(null)) return null
  const values = members.map((member) => memberValue(member) ?? inner)
  return readAll(values, (all) => Object.fromEntries(all.map((value, index) => [names[index], value])))
}

function readNegative(node: PrefixUnaryExpression): { readonly value: Json } | null {
  const operand = node.getOperand()
  const isNegative = node.getText().startsWith('-') && Node.isNumericLiteral(operand)
  return isNegative ? { value: -operand.getLiteralValue() } : null
}

function readAll(nodes: readonly Node[], make: (values: readonly Json[]) => Json): { readonly value: Json } | null {
  const read = nodes.map(readValue)
  if (read.includes(null)) return null
  return { value: make(read.map((found) => found?.value ?? null)) }
}

/** Returns an expression without type assertions and parentheses. */
export function unwrap(node: Node): Node {
  const isWrapper =
    Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isParenthesizedExpression(node)
  return isWrapper ? unwrap(node.getExpression()) : node
}

/** Returns the text of a string, or of a template without expressions; `null` for anything else. */
export function literalText(node: Node): string | null {
  const isText = Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)
  return isText ? node.getLiteralText() : null
}

/** Returns the name of a member of an object; `null` for a computed name or a spread. */
export function nameOf(member: Node): string | null {
  if (!Node.isPropertyNamed(member) && !Node.isShorthandPropertyAssignment(member)) return null
  const name = member.getNameNode()
  if (Node.isNumericLiteral(name)) return String(name.getLiteralValue())
  return Node.isIdentifier(name) ? name.getText() : literalText(name)
}

/** Returns the value of a member of an object; `null` for a method or a spread. */
export function memberValue(member: Node): Node | null {
  if (Node.isPropertyAssignment(member)) return member.getInitializerOrThrow()
  return Node.isShorthandPropertyAssignment(member) ? member.getNameNode() : null
}

export type JsonObject = { readonly [key: string]: Json }

export function isRecord(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tells whether two values are equal, regardless of the order of their keys. */
export function isSame(left: Json, right: Json): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => [key, sorted(inner)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
