import { ts } from 'ts-morph'
import type { Json } from '../../config/fields/field-type.ts'
import type { Style } from './style.ts'

/** A value read from the source; `null` for what is code: a call, a variable, a function. */
export function readValue(node: ts.Node): { readonly value: Json } | null {
  const inner = unwrap(node)
  if (ts.isStringLiteralLike(inner)) return { value: inner.text }
  if (ts.isNumericLiteral(inner)) return { value: Number(inner.text) }
  if (ts.isRegularExpressionLiteral(inner)) return { value: inner.text.slice(1, inner.text.lastIndexOf('/')) }
  if (inner.kind === ts.SyntaxKind.TrueKeyword) return { value: true }
  if (inner.kind === ts.SyntaxKind.FalseKeyword) return { value: false }
  if (inner.kind === ts.SyntaxKind.NullKeyword) return { value: null }
  if (ts.isPrefixUnaryExpression(inner)) return readNegative(inner)
  if (ts.isArrayLiteralExpression(inner)) return readAll(inner.elements, (values) => [...values])
  if (!ts.isObjectLiteralExpression(inner)) return null
  const names = inner.properties.map((property) => (ts.isPropertyAssignment(property) ? nameOf(property.name) : null))
  const values = inner.properties.map((property) => (ts.isPropertyAssignment(property) ? property.initializer : inner))
  if (names.includes(null)) return null
  return readAll(values, (all) => Object.fromEntries(all.map((value, index) => [names[index], value])))
}

function readNegative({ operator, operand }: ts.PrefixUnaryExpression): { readonly value: Json } | null {
  const isNegative = operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(operand)
  return isNegative ? { value: -Number(operand.text) } : null
}

function readAll(nodes: readonly ts.Node[], make: (values: readonly Json[]) => Json): { readonly value: Json } | null {
  const read = nodes.map(readValue)
  if (read.includes(null)) return null
  return { value: make(read.map((found) => found?.value ?? null)) }
}

/** Without types and parentheses. */
export function unwrap(node: ts.Node): ts.Node {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return unwrap(node.expression)
  return node
}

/** A property's name; `null` where it is computed. */
export function nameOf(name: ts.PropertyName): string | null {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text
  return null
}

/** Place where a value is going to stand. */
export interface Setting {
  readonly style: Style
  /** Of the line. */
  readonly indent: string
  /** Characters before it on its line. */
  readonly column: number
}

/** JSON as a person writes it: on one line where it fits. */
export function printValue(value: Json, { style, indent, column }: Setting): string {
  const inline = printInline(value, style)
  if (column + inline.length < style.width || typeof value !== 'object' || value === null) return inline
  const inner = indent + style.indent
  const parts = Array.isArray(value)
    ? value.map((item: Json) => printValue(item, { style, indent: inner, column: inner.length }))
    : Object.entries(value).map(([key, item]) => {
        const name = printName(key, style)
        return `${name}: ${printValue(item, { style, indent: inner, column: inner.length + name.length + 2 })}`
      })
  return printBroken(Array.isArray(value) ? '[]' : '{}', parts, style, indent)
}

/** A part a line, in brackets. */
export function printBroken(brackets: '[]' | '{}', parts: readonly string[], style: Style, indent: string): string {
  const comma = style.trailingComma ? ',' : ''
  const lines = parts.map((part, at) => `${indent}${style.indent}${part}${at < parts.length - 1 ? ',' : comma}`)
  return [brackets[0], ...lines, `${indent}${brackets[1]}`].join(style.newline)
}

function printInline(value: Json, style: Style): string {
  if (typeof value === 'string') return printText(value, style)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => printInline(item, style)).join(', ')}]`
  const entries = Object.entries(value).map(([key, item]) => `${printName(key, style)}: ${printInline(item, style)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** As a literal in the file's quotes, or in the others where that needs no backslash. */
export function printText(text: string, { quote }: Style): string {
  const other = quote === "'" ? '"' : "'"
  const mark = text.includes(quote) && !text.includes(other) ? other : quote
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  const safe = body.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return mark + safe.replaceAll(mark, `\\${mark}`) + mark
}

/** A property's name, in quotes where it needs them. */
export function printName(name: string, style: Style): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name, style)
}

/** Tells whether two values are the same, whatever the order of their keys. */
export function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => [key, sorted(inner)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
