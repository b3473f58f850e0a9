import type { FieldType } from '../../fields/field-type.ts'
import { nearest } from '../../ground/nearest.ts'
import type { FieldEdit } from '../../manifest/source-edit.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

const FIELD = /^([A-Za-z][A-Za-z0-9_]*):([A-Za-z]\w*)(?:\(([^()]*)\))?(!?)$/

/**
 * Parses `title:string! body:richText author:reference(authors) kind:select(news,opinion)`.
 * @throws Failure that names the wrong word and the reason
 */
export function parseFields(
  text: string,
  types: Readonly<Record<string, FieldType>>,
): Readonly<Record<string, FieldEdit>> {
  const words = text.match(/[^\s()]+(?:\([^()]*\)[^\s()]*)?/g) ?? []
  const fields = words.map((word) => parseField(word, types))
  const names = fields.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw wrong(`The field ${twice} appears twice.`)
  if (fields.length === 0) throw wrong('A collection needs at least one field.')
  return Object.fromEntries(fields)
}

function parseField(word: string, types: Readonly<Record<string, FieldType>>): [string, FieldEdit] {
  const [, name, type, argument, required] = FIELD.exec(word) ?? []
  if (name === undefined || type === undefined) throw wrong(`“${word}” is not a field.`)
  const known = types[type]
  if (!known) {
    const meant = nearest(type, Object.keys(types))
    throw wrong(`There is no field type ${type}.`, meant === undefined ? undefined : `Did you mean ${meant}?`)
  }
  const { brackets } = known
  const words = (argument ?? '').split(',').map((part) => part.trim())
  if (argument !== undefined && !brackets) throw wrong(`${word}: the type ${type} takes no brackets.`)
  if (brackets && words.includes('') && (argument !== undefined || !brackets.isOptional))
    throw wrong(`${word}: the type ${type} needs brackets.`, brackets.example)
  return [
    name,
    { type, ...(argument !== undefined && brackets?.read(words)), ...(required === '!' && { required: true }) },
  ]
}

function wrong(message: string, hint = 'A field is name:type, with ! if it is required: title:string!'): Failure {
  return new Failure(message, { hint, exitCode: exitCodes.usage })
}
