import type { ObjectLiteralExpression } from 'ts-morph'
import type { FieldEdit } from '../../manifest/source-edit.ts'
import { type FieldCall, readFieldCall } from './field.ts'
import { initializerOf, objectAt, propertyOf, requirePlain } from './object.ts'
import { refuseShape } from './refusal.ts'
import type { Source } from './source.ts'

/**
 * Returns the object with the fields of a group, of the rows of a list, or of a kind of block. For a list of single
 * values it is the list's options, with the field `of`.
 * @param path names from the collection's fields to the object
 * @throws EditRefused if a part of the path is computed by code, or does not exist
 */
export function fieldsInside(
  source: Source,
  fields: ObjectLiteralExpression,
  path: readonly string[],
  local: string,
): ObjectLiteralExpression {
  const [name = '', ...rest] = path
  const value = initializerOf(requirePlain(source, fields, 'The list of fields'), name)
  if (!value) throw refuseShape(source, fields, `There is no field ${name} here.`)
  return open(source, readFieldCall(source, name, value, local), name, rest, local)
}

function open(
  source: Source,
  found: FieldCall,
  name: string,
  path: readonly string[],
  local: string,
): ObjectLiteralExpression {
  const { call, options } = found
  const type = found.type.getText()
  const isGroup = type === 'group'
  const content = options && initializerOf(options, isGroup ? 'fields' : 'of')
  if (!options || !content) throw refuseShape(source, call, `The field ${name} has no fields inside.`)
  if (type === 'list') {
    const item = readFieldCall(source, `${name}.of`, content, local)
    return ['group', 'list', 'blocks'].includes(item.type.getText()) ? open(source, item, name, path, local) : options
  }
  const what = `The content of ${name}`
  const object = requirePlain(source, objectAt(source, content, what), what)
  if (isGroup) return path.length === 0 ? object : fieldsInside(source, object, path, local)
  const [kind = '', ...rest] = path
  const block = initializerOf(object, kind)
  if (!block) throw refuseShape(source, object, `There is no block ${kind} in ${name}.`)
  const inner = objectAt(source, block, `The block ${kind}`)
  return rest.length === 0 ? inner : fieldsInside(source, inner, rest, local)
}

interface Kept {
  readonly fields: { readonly [name: string]: FieldEdit }
  readonly remove: readonly string[] | undefined
  readonly inside: readonly string[]
}

/**
 * Refuses edits that would lose values of nested fields: they are parts of one JSON value, which no migration converts.
 * @throws EditRefused for renamed or removed fields, and for edits without `remove`
 */
export function requireKept(source: Source, object: ObjectLiteralExpression, { fields, remove, inside }: Kept): void {
  const renamed = Object.values(fields).find(({ renamedFrom }) => typeof renamedFrom === 'string')
  const gone = renamed?.renamedFrom ?? remove?.[0]
  if (remove !== undefined && gone === undefined) return
  const node = (typeof gone === 'string' && propertyOf(object, gone)) || object
  const where = inside.join('.')
  const message = `A form cannot rename or remove fields inside ${where}: their values are part of one stored value, so this needs a data migration.`
  throw refuseShape(source, node, message)
}
