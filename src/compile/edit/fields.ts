import { Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph'
import type { FieldEdit, SourceEdit } from '../../manifest/source-edit.ts'
import { COLLECTION_ORDER } from './collection-order.ts'
import { setDropped } from './dropped.ts'
import { changeField, readFieldCall } from './field.ts'
import { localNameOf } from './imports.ts'
import { removeElement } from './list.ts'
import { fieldsInside, requireKept } from './nested.ts'
import { initializerOf, insertProperty, namesIn, objectAt, propertyOf, requirePlain } from './object.ts'
import { orderProperties } from './order.ts'
import { fieldCode, printName } from './print.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { type Find, lookUp, type Source, splice } from './source.ts'
import { literalText, unwrap } from './value.ts'

/** Selects which of the collection's fields to change, and what happens to the others. */
export type FieldsPosition = Pick<Extract<SourceEdit, { kind: 'change-collection' }>, 'inside' | 'order' | 'remove'>

type FindObject = Find<ObjectLiteralExpression>

/** Applies `edits` to the fields of a collection. */
export function changeFields(
  source: Source,
  spec: FindObject,
  edits: { readonly [name: string]: FieldEdit },
  dropped: { readonly [field: string]: string },
  { inside = [], order, remove }: FieldsPosition,
): void {
  const local = localNameOf(source.file, 'field')
  const fields = lookUp(() => declaredFields(source, spec(), inside, local))
  const names = Object.keys(edits)
  const before = fields()
  if (local === null) throw refuseShape(source, before, "The file does not import field from 'lintel'.")
  if (inside.length > 0) requireKept(source, before, { fields: edits, remove, inside })
  for (const [name, field] of Object.entries(edits)) renameField(source, spec, fields(), name, field)
  for (const name of namesIn(fields()))
    if (remove ? remove.includes(name) : !names.includes(name)) removeField(source, spec, fields, name)
  for (const [index, name] of names.entries()) {
    const field = edits[name] ?? {}
    const after = remove ? namesIn(fields()).at(-1) : names[index - 1]
    if (!propertyOf(fields(), name)) addField(source, fields, name, field, { local, after })
    else changeDeclared(source, fields, [...inside, name].join('.'), name, field, local)
  }
  orderProperties(source, fields(), order ?? (remove ? namesIn(fields()) : names), 'The list of fields')
  for (const [name, why] of Object.entries(dropped))
    if (!names.includes(name)) setDropped(source, spec, name, why.trim(), COLLECTION_ORDER)
}

function declaredFields(
  source: Source,
  spec: ObjectLiteralExpression,
  inside: readonly string[],
  local: string | null,
): ObjectLiteralExpression {
  const value = initializerOf(spec, 'fields')
  if (!value) throw refuseShape(source, spec, 'The collection has no fields of its own.')
  const outer = objectAt(source, value, 'The option ‘fields’ of the collection')
  const object = inside.length === 0 || local === null ? outer : fieldsInside(source, outer, inside, local)
  return requirePlain(source, object, 'The list of fields')
}

/** Changes a declared field. A field that code computes is ignored, as long as nothing about it changes. */
function changeDeclared(
  source: Source,
  fields: FindObject,
  label: string,
  name: string,
  field: FieldEdit,
  local: string,
): void {
  const isSilent = Object.keys(field).every((key) => key === 'type')
  if (isSilent && field.type === undefined) return
  const find = () => readFieldCall(source, label, initializerOf(fields(), name) ?? fields(), local)
  try {
    find()
  } catch (error) {
    if (isSilent && error instanceof EditRefused) return
    throw error
  }
  changeField(source, name, find, field, local)
}

/**
 * Checks that a field can be written as `name: field.type()`.
 * @throws EditRefused
 */
export function requireField(name: string, { type }: FieldEdit): void {
  if (!/^[a-zA-Z]\w*$/.test(name)) throw new EditRefused('invalid', `‘${name}’ cannot be the name of a field.`)
  if (type === undefined) throw new EditRefused('invalid', `The new field ${name} needs a type.`)
  if (!/^[a-zA-Z]\w*$/.test(type)) throw new EditRefused('invalid', `‘${type}’ is not a field type.`)
}

function addField(
  source: Source,
  fields: FindObject,
  name: string,
  field: FieldEdit,
  { local, after }: { readonly local: string; readonly after: string | undefined },
): void {
  requireField(name, field)
  const order = after === undefined ? [name, ...namesIn(fields())] : [after, name]
  insertProperty(source, fields, name, order, fieldCode(local, field, source.style))
}

/** Renames the key of an existing field, and its mentions in the collection. Does nothing if the new name exists. */
function renameField(
  source: Source,
  spec: FindObject,
  fields: ObjectLiteralExpression,
  name: string,
  { renamedFrom }: FieldEdit,
): void {
  const member = typeof renamedFrom === 'string' && propertyOf(fields, renamedFrom)
  if (!member || typeof renamedFrom !== 'string' || Node.isSpreadAssignment(member) || propertyOf(fields, name)) return
  requireField(name, { type: 'string' })
  const key = member.getNameNode()
  const kept = Node.isShorthandPropertyAssignment(member) ? `: ${key.getText()}` : ''
  const mentions = mentionsOf(spec(), renamedFrom).map((node) => {
    const minus = literalText(node)?.startsWith('-') ? 1 : 0
    return { start: node.getStart() + 1 + minus, end: node.getEnd() - 1, text: name }
  })
  const put = { start: key.getStart(), end: key.getEnd(), text: printName(name, source.style) + kept }
  splice(source, put, ...mentions)
}

/** Returns the places that name a field: in `search`, in `indexes`, and as the source of slugs. */
function mentionsOf(spec: ObjectLiteralExpression, name: string): readonly Node[] {
  const lists = ['search', 'indexes'].flatMap((option) => textsIn(initializerOf(spec, option)))
  const sources = spec.getDescendantsOfKind(SyntaxKind.PropertyAssignment).flatMap((member) => {
    return member.getNameNode().getText() === 'from' ? [member.getInitializerOrThrow()] : []
  })
  return [...lists, ...sources].filter((node) => literalText(node)?.replace(/^-/, '') === name)
}

/** Returns the string literals in a node, including itself. */
function textsIn(node: Node | null): readonly Node[] {
  return node ? [node, ...node.getDescendants()].filter((inner) => literalText(inner) !== null) : []
}

/** Removes a field, and first its mentions in `search` and `indexes`. */
function removeField(source: Source, spec: FindObject, fields: FindObject, name: string): void {
  for (const option of ['search', 'indexes']) removeMentions(source, spec, option, name)
  const member = propertyOf(fields(), name)
  if (member) removeElement(source, fields(), member)
}

/** Removes the elements of a list that name a field, and the list if it is then empty. */
function removeMentions(source: Source, spec: FindObject, option: string, name: string): void {
  const value = initializerOf(spec(), option)
  const list = value ? unwrap(value) : undefined
  if (!Node.isArrayLiteralExpression(list)) return
  const names = (node: Node) => literalText(node)?.replace(/^-/, '') === name
  const element = list.getElements().find((node) => {
    const inner = unwrap(node)
    return Node.isArrayLiteralExpression(inner) ? inner.getElements().some(names) : names(inner)
  })
  const member = propertyOf(spec(), option)
  if (!element || !member) return
  if (list.getElements().length === 1) removeElement(source, spec(), member)
  else removeElement(source, list, element)
  removeMentions(source, spec, option, name)
}
