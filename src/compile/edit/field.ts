import { ts } from 'ts-morph'
import type { Json } from '../../config/fields/field-type.ts'
import type { FieldEdit } from '../../manifest/source-edit.ts'
import { breakList, outermostOnLine, removeElement } from './list.ts'
import { excerpt, insertProperty, type PlaceOfValue, propertyOf, requirePlain, setProperty } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { indentAt, lineEnd, lineStart, type Source, type Splice } from './source.ts'
import { isSame, nameOf, printBroken, printName, printText, printValue, readValue, unwrap } from './value.ts'

/** `required` is said first, where a field came from last; the rest in the order given. */
const ORDER = ['required', 'unique', 'options', 'of', 'fields']

/** A field as it is declared: `field.reference('authors', { required: true })`. */
export interface FieldCall {
  readonly call: ts.CallExpression
  /** The name below `field`. */
  readonly type: ts.Identifier
  /** The first argument of those that point somewhere. */
  readonly target: ts.StringLiteralLike | null
  readonly options: ts.ObjectLiteralExpression | null
}

/**
 * The call that declares a field.
 * @param local what the file calls `field`
 * @throws EditRefused where something else makes the field
 */
export function readFieldCall(source: Source, name: string, value: ts.Node, local: string): FieldCall {
  const call = unwrap(value)
  const refuse = (): EditRefused =>
    refuseShape(source, value, `Code makes the field ${name} (${excerpt(value)}), so a form cannot change it.`)
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) throw refuse()
  const { expression, name: type } = call.expression
  if (!ts.isIdentifier(expression) || expression.text !== local || !ts.isIdentifier(type)) throw refuse()
  const given = call.arguments.map(unwrap)
  const target = given[0] && ts.isStringLiteralLike(given[0]) ? given[0] : null
  const rest = target ? given.slice(1) : given
  const options = rest[0] && ts.isObjectLiteralExpression(rest[0]) ? rest[0] : null
  if (rest.length > (options ? 1 : 0)) throw refuse()
  if (options) requirePlain(source, options, `The field ${name}`)
  return { call, type, target, options }
}

/** Reads the options of a field that are plain data; options that are code are left out. */
export function readFieldOptions({ target, options }: FieldCall): { readonly [option: string]: Json } {
  const read = (options?.properties ?? []).flatMap((member): [string, Json][] => {
    const value = ts.isPropertyAssignment(member) ? readValue(member.initializer) : null
    return value && member.name ? [[nameOf(member.name) ?? '', value.value]] : []
  })
  return { ...(target && { target: target.text }), ...Object.fromEntries(read) }
}

/** A field's declaration as a person writes it. */
export function printField(local: string, field: FieldEdit, place: PlaceOfValue): string {
  const { type = 'string', target, ...options } = field
  const head = `${local}.${printName(type, place.style)}(`
  const pointing = typeof target === 'string' ? [printText(target, place.style)] : []
  const given = Object.entries(options).filter((entry): entry is [string, Json] => (entry[1] ?? null) !== null)
  if (given.length === 0) return `${head}${pointing.join('')})`
  const ordered = [...given].sort(([a], [b]) => rankOf(a) - rankOf(b))
  const lead = head + [...pointing, ''].join(', ')
  return `${lead}${printOptions(local, ordered, { ...place, column: place.column + lead.length + 1 })})`
}

function rankOf(option: string): number {
  if (option === 'renamedFrom' || option === 'backfill') return ORDER.length + 1
  const rank = ORDER.indexOf(option)
  return rank === -1 ? ORDER.length : rank
}

function printOptions(local: string, options: readonly (readonly [string, Json])[], place: PlaceOfValue): string {
  const { style, indent, column } = place
  const inner = indent + style.indent
  const print = (at: PlaceOfValue) =>
    options.map(([name, value]) => {
      const key = printName(name, style)
      return `${key}: ${printOption(local, name, value, { ...at, column: at.column + key.length + 2 })}`
    })
  const inline = `{ ${print({ style: { ...style, width: Number.MAX_SAFE_INTEGER }, indent, column }).join(', ')} }`
  if (column + inline.length <= style.width && !inline.includes('\n')) return inline
  return printBroken('{}', print({ style, indent: inner, column: inner.length }), style, indent)
}

/** Fields inside options are declared as fields are. */
function printOption(local: string, name: string, value: Json, place: PlaceOfValue): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && (name === 'of' || name === 'fields') ? printFields(local, value, place) : printValue(value, place)
}

function printFields(local: string, value: Json, place: PlaceOfValue): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return printValue(value, place)
  const object = value as { readonly [name: string]: Json } // neither null nor an array
  if (typeof object.type === 'string') return printField(local, object as FieldEdit, place)
  const { style, indent, column } = place
  const print = (at: PlaceOfValue) =>
    Object.entries(object).map(([name, inner]) => {
      const key = printName(name, style)
      return `${key}: ${printFields(local, inner, { ...at, column: at.column + key.length + 2 })}`
    })
  const inline = `{ ${print({ style: { ...style, width: Number.MAX_SAFE_INTEGER }, indent, column }).join(', ')} }`
  if (column + inline.length < style.width && !inline.includes('\n')) return inline
  const inner = indent + style.indent
  return printBroken('{}', print({ style, indent: inner, column: inner.length }), style, indent)
}

/**
 * The first splice that brings a declaration nearer to what is wanted; none when it is there. Options that are not
 * named stay as they are.
 */
export function changeField(
  source: Source,
  name: string,
  found: FieldCall,
  wanted: FieldEdit,
  local: string,
): Splice[] {
  const { type = found.type.text, target, ...options } = wanted
  if (type !== found.type.text) {
    if (!/^[a-zA-Z]\w*$/.test(type)) throw new EditRefused('invalid', `‘${type}’ is not a type of field.`)
    return [{ start: found.type.getStart(), end: found.type.end, text: type }]
  }
  const pointed = changeTarget(source, found, target)
  if (pointed.length > 0) return pointed
  // Where it came from is said last.
  for (const [option, value] of Object.entries(options).sort(([a], [b]) => rankOf(a) - rankOf(b))) {
    if (value === undefined) continue
    const splices = changeOption(source, name, found, option, value, local)
    if (splices.length > 0) return splices
  }
  return []
}

function changeTarget(source: Source, { call, target: known }: FieldCall, target: Json | undefined): Splice[] {
  if (target === undefined || target === (known?.text ?? null)) return []
  const first = call.arguments[0]
  if (target === null && known) {
    const end = call.arguments[1]?.getStart() ?? known.end
    return [{ start: known.getStart(), end, text: '' }]
  }
  if (typeof target !== 'string') throw new EditRefused('invalid', 'The target of a reference must be a name.')
  const text = printText(target, source.style)
  if (known) return [{ start: known.getStart(), end: known.end, text }]
  const start = first?.getStart() ?? call.end - 1
  return [{ start, end: start, text: first ? `${text}, ` : text }]
}

function changeOption(
  source: Source,
  name: string,
  { call, options }: FieldCall,
  option: string,
  value: Json,
  local: string,
): Splice[] {
  const what = `the field ${name}`
  const isNested = (option === 'of' || option === 'fields') && value !== null
  if (!options) {
    if (value === null) return []
    const start = call.arguments.at(-1)?.end ?? call.end - 1
    const lead = call.arguments.length > 0 ? ', ' : ''
    const length = lineEnd(source.text, start) - lineStart(source.text, start)
    const outer = outermostOnLine(source, call)
    if (outer && length + option.length + JSON.stringify(value).length + 8 > source.style.width)
      return [breakList(source, outer)]
    const indent = indentAt(source.text, start)
    const column = start - lineStart(source.text, start) + lead.length
    const put = printOptions(local, [[option, value]], { style: source.style, indent, column })
    return [{ start, end: start, text: lead + put }]
  }
  const member = propertyOf(options, option)
  if (member && value === null && options.properties.length === 1) return removeOptions(source, call, options)
  if (!isNested) return setProperty(source, options, option, value, { order: ORDER, what })
  if (!member)
    return insertProperty(source, options, option, ORDER, (place) => printOption(local, option, value, place))
  const known = ts.isPropertyAssignment(member) ? readNested(source, member.initializer, local) : null
  if (known !== null && isSame(known, value)) return []
  throw refuseShape(source, member, `Change the fields inside ${name} in the file.`)
}

/** A last argument without which the call says the same. */
function removeOptions(source: Source, call: ts.CallExpression, options: ts.ObjectLiteralExpression): Splice[] {
  const before = call.arguments[call.arguments.length - 2]
  if (call.arguments.at(-1) !== options) return removeElement(source, options, 0)
  return [{ start: before ? before.end : options.getStart(), end: options.end, text: '' }]
}

/** Fields inside options, read back; `null` where they are made by code. */
function readNested(source: Source, node: ts.Node, local: string): Json | null {
  const inner = unwrap(node)
  if (ts.isCallExpression(inner)) {
    const found = readFieldCall(source, 'inside', inner, local)
    const nested = ['of', 'fields'].flatMap((option): [string, Json][] => {
      const member = found.options && propertyOf(found.options, option)
      const value = member && ts.isPropertyAssignment(member) ? readNested(source, member.initializer, local) : null
      return value === null ? [] : [[option, value]]
    })
    return { type: found.type.text, ...readFieldOptions(found), ...Object.fromEntries(nested) }
  }
  if (!ts.isObjectLiteralExpression(inner)) return null
  const entries = inner.properties.map((member): [string, Json | null] => [
    (member.name && nameOf(member.name)) ?? '',
    ts.isPropertyAssignment(member) ? readNested(source, member.initializer, local) : null,
  ])
  return entries.some(([, value]) => value === null) ? null : Object.fromEntries(entries)
}
