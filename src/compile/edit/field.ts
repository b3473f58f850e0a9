import { type CallExpression, type Identifier, Node, type ObjectLiteralExpression } from 'ts-morph'
import type { Json } from '../../fields/field-type.ts'
import type { FieldEdit } from '../../manifest/source-edit.ts'
import { breakList, outermostOnLine, removeElement } from './list.ts'
import { excerpt, insertProperty, printAt, propertyOf, requirePlain, setProperty } from './object.ts'
import { FIELD_ORDER, objectOf, optionCode, printText, rankOf } from './print.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { type Find, insertText, lineEnd, lineStart, replaceNode, type Source, splice } from './source.ts'
import { isSame, literalText, memberValue, nameOf, readValue, unwrap } from './value.ts'

/** The declaration of a field: `field.reference('authors', { required: true })`. */
export interface FieldCall {
  readonly call: CallExpression
  /** The name after `field`. */
  readonly type: Identifier
  /** The first argument if it is a string, which is the target of a reference; `null` otherwise. */
  readonly target: Node | null
  readonly options: ObjectLiteralExpression | null
}

/**
 * Parses the call that declares a field.
 * @param local the local name of `field`
 * @throws EditRefused if the field is declared in another way
 */
export function readFieldCall(source: Source, name: string, value: Node, local: string): FieldCall {
  const call = unwrap(value)
  const refuse = (): EditRefused =>
    refuseShape(source, value, `The field ${name} is created by code (${excerpt(value)}), so a form cannot change it.`)
  const callee = Node.isCallExpression(call) ? call.getExpression() : undefined
  if (!Node.isCallExpression(call) || !Node.isPropertyAccessExpression(callee)) throw refuse()
  const type = callee.getNameNode()
  if (callee.getExpression().getText() !== local || !Node.isIdentifier(type)) throw refuse()
  const [first, ...more] = call.getArguments().map(unwrap)
  const target = first && literalText(first) !== null ? first : null
  const [options = null, ...rest] = target ? more : first ? [first, ...more] : []
  if (options !== null && !Node.isObjectLiteralExpression(options)) throw refuse()
  if (rest.length > 0) throw refuse()
  if (options) requirePlain(source, options, `The field ${name}`)
  return { call, type, target, options }
}

/** Reads the options of a field that are data, without those that are code. */
function readFieldOptions({ target, options }: FieldCall): { readonly [option: string]: Json } {
  const read = (options?.getProperties() ?? []).flatMap((member): [string, Json][] => {
    const value = Node.isPropertyAssignment(member) ? readValue(member.getInitializerOrThrow()) : null
    return value ? [[nameOf(member) ?? '', value.value]] : []
  })
  return { ...(target && { target: literalText(target) }), ...Object.fromEntries(read) }
}

/** Applies `edit` to a declaration. Options that are not named are kept. */
export function changeField(source: Source, name: string, find: Find<FieldCall>, edit: FieldEdit, local: string): void {
  const { type, target, ...options } = edit
  if (type !== undefined && type !== find().type.getText()) {
    if (!/^[a-zA-Z]\w*$/.test(type)) throw new EditRefused('invalid', `‘${type}’ is not a field type.`)
    replaceNode(source, find().type, type)
  }
  if (target !== undefined) changeTarget(source, find(), target)
  for (const [option, value] of Object.entries(options).sort(([a], [b]) => rankOf(a) - rankOf(b)))
    if (value !== undefined) changeOption(source, name, find, option, value, local)
}

function changeTarget(source: Source, { call, target: known }: FieldCall, target: Json): void {
  if (target === (known && literalText(known))) return
  const [first, second] = call.getArguments()
  if (typeof target !== 'string' && (target !== null || !known))
    throw new EditRefused('invalid', 'The target of a reference must be a name.')
  const text = target === null ? '' : printText(target, source.style)
  if (!known) insertText(source, first?.getStart() ?? call.getEnd() - 1, first ? `${text}, ` : text)
  else if (target !== null) replaceNode(source, known, text)
  else splice(source, { start: known.getStart(), end: second?.getStart() ?? known.getEnd(), text })
}

function changeOption(
  source: Source,
  name: string,
  find: Find<FieldCall>,
  option: string,
  value: Json,
  local: string,
): void {
  const { call, options } = find()
  const what = `The field ${name}`
  if (!options) {
    if (value !== null) addOptions(source, find, option, value, local)
    return
  }
  const findOptions = () => find().options ?? options
  const member = propertyOf(options, option)
  const isNested = (option === 'of' || option === 'fields') && value !== null
  if (member && value === null && options.getProperties().length === 1) removeOptions(source, call, options)
  else if (!isNested) setProperty(source, findOptions, option, value, { order: FIELD_ORDER, what })
  else if (!member)
    insertProperty(source, findOptions, option, FIELD_ORDER, optionCode(local, option, value, source.style))
  else if (!isSame(readNested(source, memberValue(member) ?? member, local), value))
    throw refuseShape(source, member, `Change the fields inside ${name} in the file.`)
}

/** Adds an options argument with the first option. */
function addOptions(source: Source, find: Find<FieldCall>, option: string, value: Json, local: string): void {
  const { call } = find()
  const text = source.file.getFullText()
  const last = call.getArguments().at(-1)
  const start = last?.getEnd() ?? call.getEnd() - 1
  const length = lineEnd(text, start) - lineStart(text, start)
  const outer = outermostOnLine(source, call)
  if (outer && length + option.length + JSON.stringify(value).length + 8 > source.style.width) {
    breakList(source, outer)
    addOptions(source, find, option, value, local)
  } else {
    const lead = last ? ', ' : ''
    const code = objectOf([[option, value]], (_, inner) => optionCode(local, option, inner, source.style), source.style)
    insertText(source, start, lead + printAt(source, code, start, lead.length))
  }
}

/**
 * Removes the options argument of a field, which has only one option. If it is not the last argument, it becomes empty.
 */
function removeOptions(source: Source, call: CallExpression, options: ObjectLiteralExpression): void {
  const callArguments = call.getArguments()
  const [only] = options.getProperties()
  if (callArguments.at(-1) !== options && only) removeElement(source, options, only)
  else splice(source, { start: callArguments.at(-2)?.getEnd() ?? options.getStart(), end: options.getEnd(), text: '' })
}

/** Reads fields inside options; `null` if code computes them. */
function readNested(source: Source, node: Node, local: string): Json | null {
  const inner = unwrap(node)
  if (Node.isCallExpression(inner)) {
    const found = readFieldCall(source, 'inside', inner, local)
    const nested = ['of', 'fields'].flatMap((option): [string, Json][] => {
      const member = found.options ? propertyOf(found.options, option) : undefined
      const value = Node.isPropertyAssignment(member) ? readNested(source, member.getInitializerOrThrow(), local) : null
      return value === null ? [] : [[option, value]]
    })
    return { type: found.type.getText(), ...readFieldOptions(found), ...Object.fromEntries(nested) }
  }
  if (!Node.isObjectLiteralExpression(inner)) return null
  const entries = inner.getProperties().map((member): [string, Json | null] => {
    const value = Node.isPropertyAssignment(member) ? memberValue(member) : null
    return [nameOf(member) ?? '', value && readNested(source, value, local)]
  })
  return entries.some(([, value]) => value === null) ? null : Object.fromEntries(entries)
}
