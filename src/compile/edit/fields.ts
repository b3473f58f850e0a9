import { ts } from 'ts-morph'
import type { FieldEdit, SourceEdit } from '../../manifest/source-edit.ts'
import { COLLECTION_ORDER } from './collection-order.ts'
import { changeField, printField, readFieldCall } from './field.ts'
import { localNameOf } from './imports.ts'
import { removeElement } from './list.ts'
import { fieldsInside, requireKept } from './nested.ts'
import {
  initializerOf,
  insertProperty,
  namesIn,
  objectAt,
  propertyOf,
  requirePlain,
  setProperty,
  textsIn,
} from './object.ts'
import { orderProperties } from './order.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import type { Source, Splice } from './source.ts'
import { printName, unwrap } from './value.ts'

/** Place where the fields of a collection are declared. */
interface Declared {
  readonly source: Source
  readonly spec: ts.ObjectLiteralExpression
}

/** Selection of the collection's fields to change, and the treatment of the others. */
export type FieldsPlace = Pick<Extract<SourceEdit, { kind: 'change-collection' }>, 'inside' | 'order' | 'remove'>

/** The first step towards the fields that are wanted; none when they are there. */
export function stepOfFields(
  declaration: Declared,
  wanted: { readonly [name: string]: FieldEdit },
  dropped: { readonly [field: string]: string },
  { inside = [], order, remove }: FieldsPlace,
): Splice[] {
  const { source, spec } = declaration
  const given = initializerOf(spec, 'fields')
  if (!given) throw refuseShape(source, spec, 'The collection has no fields of its own.')
  const outer = objectAt(source, given, 'What the collection has as fields')
  const local = localNameOf(source.tree, 'field')
  if (local === null) throw refuseShape(source, outer, "The file does not import field from 'lintel'.")
  const object = inside.length === 0 ? outer : fieldsInside(source, outer, inside, local)
  requirePlain(source, object, 'The list of fields')
  const present = namesIn(object)
  const names = Object.keys(wanted)
  if (inside.length > 0) requireKept(source, object, { wanted, remove, inside })
  return first([
    ...names.map((name) => () => renameField(source, spec, object, name, wanted[name] ?? {})),
    ...present
      .filter((name) => (remove ? remove.includes(name) : !names.includes(name)))
      .map((name) => () => removeField(source, spec, object, name)),
    ...names.map((name, index) => () => {
      const field = wanted[name] ?? {}
      const value = initializerOf(object, name)
      if (!value)
        return addField(source, object, name, field, { local, after: remove ? present.at(-1) : names[index - 1] })
      const isTouched = Object.keys(field).some((key) => key !== 'type') || field.type !== undefined
      if (!isTouched) return []
      const found = fieldCallOrUntouched(source, [...inside, name].join('.'), value, local, field)
      return found ? changeField(source, name, found, field, local) : []
    }),
    () => orderProperties(source, object, order ?? (remove ? present : names), 'The list of fields'),
    ...Object.entries(dropped)
      .filter(([name]) => !names.includes(name))
      .map(
        ([name, why]) =>
          () =>
            acknowledge(source, spec, name, why),
      ),
  ])
}

/** A field that is code is none of the form's business as long as nothing about it is to change. */
function fieldCallOrUntouched(source: Source, name: string, value: ts.Node, local: string, field: FieldEdit) {
  const isSilent = Object.keys(field).every((key) => key === 'type')
  try {
    return readFieldCall(source, name, value, local)
  } catch (error) {
    if (isSilent && error instanceof EditRefused) return null
    throw error
  }
}

/** @throws EditRefused for what could not be written as `name: field.type()` */
export function requireField(name: string, { type }: FieldEdit): void {
  if (!/^[a-zA-Z]\w*$/.test(name)) throw new EditRefused('invalid', `‘${name}’ cannot be the name of a field.`)
  if (type === undefined) throw new EditRefused('invalid', `The new field ${name} needs a type.`)
  if (!/^[a-zA-Z]\w*$/.test(type)) throw new EditRefused('invalid', `‘${type}’ is not a type of field.`)
}

function addField(
  source: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
  field: FieldEdit,
  { local, after }: { readonly local: string; readonly after: string | undefined },
): Splice[] {
  requireField(name, field)
  const order = after === undefined ? [name, ...namesIn(object)] : [after, name]
  return insertProperty(source, object, name, order, (place) => printField(local, field, place))
}

/** The key of the field that is there, and every place of the collection that names it. */
function renameField(
  { style }: Source,
  spec: ts.ObjectLiteralExpression,
  object: ts.ObjectLiteralExpression,
  name: string,
  { renamedFrom }: FieldEdit,
): Splice[] {
  if (typeof renamedFrom !== 'string' || propertyOf(object, name)) return []
  const key = propertyOf(object, renamedFrom)?.name
  if (!key) return []
  requireField(name, { type: 'string' })
  const mentions = namedIn(spec, renamedFrom).map((node) => {
    const minus = node.text.startsWith('-') ? 1 : 0
    return { start: node.getStart() + 1 + minus, end: node.end - 1, text: name }
  })
  const member = propertyOf(object, renamedFrom)
  const put = printName(name, style)
  if (member && ts.isShorthandPropertyAssignment(member))
    return [{ start: key.getStart(), end: key.end, text: `${put}: ${key.getText()}` }, ...mentions]
  return [{ start: key.getStart(), end: key.end, text: put }, ...mentions]
}

/** Names of a field in `search`, in `indexes`, and as what slugs are made from. */
function namedIn(spec: ts.ObjectLiteralExpression, name: string): ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text.replace(/^-/, '') === name) found.push(node)
    ts.forEachChild(node, visit)
  }
  for (const option of ['search', 'indexes']) {
    const value = initializerOf(spec, option)
    if (value) visit(value)
  }
  const slugs = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'from' && ts.isStringLiteralLike(node.initializer))
      visit(node.initializer)
    ts.forEachChild(node, slugs)
  }
  slugs(spec)
  return found
}

/** The field, and before it whatever of the collection cannot do without it. */
function removeField(
  source: Source,
  spec: ts.ObjectLiteralExpression,
  object: ts.ObjectLiteralExpression,
  name: string,
): Splice[] {
  for (const option of ['search', 'indexes']) {
    const value = initializerOf(spec, option)
    const list = value && unwrap(value)
    if (!list || !ts.isArrayLiteralExpression(list)) continue
    const at = list.elements.findIndex((node) => {
      const inner = unwrap(node)
      const texts = ts.isArrayLiteralExpression(inner) ? textsIn(inner) : [ts.isStringLiteralLike(inner) && inner.text]
      return texts.some((text) => typeof text === 'string' && text.replace(/^-/, '') === name)
    })
    if (at === -1) continue
    const member = propertyOf(spec, option)
    const isOnly = list.elements.length === 1 && member !== undefined
    return isOnly ? removeElement(source, spec, spec.properties.indexOf(member)) : removeElement(source, list, at)
  }
  const member = propertyOf(object, name)
  return member ? removeElement(source, object, object.properties.indexOf(member)) : []
}

/** Says in `dropped` that a field is gone for good, and why. */
function acknowledge(source: Source, spec: ts.ObjectLiteralExpression, name: string, why: string): Splice[] {
  const given = initializerOf(spec, 'dropped')
  if (!given) {
    const text = why.trim()
    return setProperty(source, spec, 'dropped', { [name]: text }, { order: COLLECTION_ORDER, what: 'the collection' })
  }
  const object = objectAt(source, given, 'What is dropped')
  return setProperty(source, object, name, why.trim(), { what: 'what is dropped' })
}

/** The first of these that has anything to do. */
export function first(steps: readonly (() => Splice[])[]): Splice[] {
  for (const step of steps) {
    const splices = step()
    if (splices.length > 0) return splices
  }
  return []
}
