import { nearest } from '../../ground/nearest.ts'
import type { FieldEdit } from '../../manifest/source-edit.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** Arguments in brackets, by the type of field that takes them. */
const ARGUMENTS: Readonly<Record<string, (words: readonly string[]) => FieldEdit>> = {
  reference: ([target = '']) => ({ target }),
  references: ([target = '']) => ({ target }),
  select: (options) => ({ options }),
  slug: ([from = '']) => ({ from }),
  list: ([type = '']) => ({ of: { type } }),
}

const FIELD = /^([A-Za-z][A-Za-z0-9_]*):([A-Za-z]\w*)(?:\(([^()]*)\))?(!?)$/

/**
 * Reads `title:string! body:richText author:reference(authors) kind:select(news,opinion)`.
 * @throws Failure that says what is wrong with which word
 */
export function parseFields(text: string, types: readonly string[]): Readonly<Record<string, FieldEdit>> {
  const words = text.match(/[^\s()]+(?:\([^()]*\)[^\s()]*)?/g) ?? []
  const fields = words.map((word) => parseField(word, types))
  const names = fields.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw wrong(`The field ${twice} appears twice.`)
  if (fields.length === 0) throw wrong('A collection needs a field.')
  return Object.fromEntries(fields)
}

function parseField(word: string, types: readonly string[]): [string, FieldEdit] {
  const [, name, type, given, required] = FIELD.exec(word) ?? []
  if (name === undefined || type === undefined) throw wrong(`“${word}” is not a field.`)
  if (!types.includes(type)) {
    const meant = nearest(type, types)
    throw wrong(`There is no type of field ${type}.`, meant === undefined ? undefined : `Did you mean ${meant}?`)
  }
  const read = ARGUMENTS[type]
  const words = (given ?? '').split(',').map((part) => part.trim())
  if (given !== undefined && !read) throw wrong(`${word}: the type ${type} takes no brackets.`)
  if (words.some((part) => part === '') && (given !== undefined || NEEDED.includes(type)))
    throw wrong(`${word}: the type ${type} needs brackets.`, HINTS[type])
  return [name, { type, ...(given !== undefined && read?.(words)), ...(required === '!' && { required: true }) }]
}

const NEEDED = ['reference', 'references', 'select', 'list']

const HINTS: Readonly<Record<string, string>> = {
  reference: 'author:reference(authors)',
  references: 'tags:references(tags)',
  select: 'kind:select(news,opinion)',
  list: 'links:list(string)',
}

function wrong(message: string, hint = 'A field is name:type, with ! if it is required: title:string!'): Failure {
  return new Failure(message, { hint, exitCode: exitCodes.usage })
}
