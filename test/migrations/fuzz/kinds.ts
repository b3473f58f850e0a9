import { fieldTypes } from '../../../src/config/index.ts'
import { type Storage, storageOf } from '../../../src/fields/field-type.ts'

/** A kind of field of the source, or one of them with options that change how it is stored. */
export type Kind = string

interface Declared {
  readonly kind: string
  readonly options: object
}

/** Choices that a field begins with: those of sample values whose choices are not known. */
export const FIRST_CHOICES: readonly string[] = ['one', 'two', 'three']

/** Kinds that are declared with options: those that cannot do without, and numbers that are stored as whole ones. */
const WITH_OPTIONS: Readonly<Record<Kind, Declared>> = {
  select: { kind: 'select', options: { options: FIRST_CHOICES } },
  whole: { kind: 'number', options: { integer: true } },
}

/** Kind and options of the source, without what is inside a field and what it refers to. */
export function declaredAs(kind: Kind): Declared {
  return WITH_OPTIONS[kind] ?? { kind, options: {} }
}

function typeOf(kind: Kind) {
  const type = fieldTypes[declaredAs(kind).kind]
  if (!type) throw new Error(`there is no kind of field ${kind}`)
  return type
}

export const KINDS: readonly Kind[] = [...new Set([...Object.keys(fieldTypes), ...Object.keys(WITH_OPTIONS)])]

/** Kinds whose values name a document or a row. */
export const REFERRING = KINDS.filter((kind) => 'target' in typeOf(kind).options)
export const PLAIN = KINDS.filter((kind) => !REFERRING.includes(kind))

/** Kinds that refer to the one table that a plugin provides. */
export function isProvided(kind: Kind): boolean {
  return typeOf(kind).providedBy !== undefined
}

/** The option that holds the fields inside, and their form; `undefined` for a kind that holds none. */
export function contentsOf(kind: Kind) {
  return typeOf(kind).contains
}

/** The option with the choices that a value is one of; `undefined` for a kind without choices. */
export function choicesOption(kind: Kind): string | undefined {
  return typeOf(kind).choices
}

export const HOLDING = KINDS.filter((kind) => contentsOf(kind) !== undefined)
export const SEARCHABLE = KINDS.filter((kind) => typeOf(kind).searchText !== undefined)

/** Kinds that may be unique, indexed, and part of an index over several fields. */
export const COMPARED = KINDS.filter(
  (kind) => typeOf(kind).operators.length > 0 && !['join', 'json'].includes(storageIn(kind)),
)

/** Tells whether a field of the kind has an index unless it says otherwise. */
export function isIndexed(kind: Kind): boolean {
  return typeOf(kind).indexed !== false
}

export function storageIn(kind: Kind): Storage {
  return storageOf(typeOf(kind), declaredAs(kind).options)
}
