import type * as z from 'zod'
import type { AccessRule } from '../config/access.ts'
import type { Backfill } from '../config/backfill.ts'
import { withOrigin } from '../config/origin.ts'
import type { Text } from '../config/text.ts'
import type { FieldData, Json } from './field-data.ts'
import type { FieldInAdmin } from './in-admin.ts'
import type { FieldInImport } from './in-import.ts'

export type { FieldData, Json } from './field-data.ts'

/**
 * Storage of a value in its table:
 * `text`, `integer`, `real` as they are · `boolean` as 0 or 1 · `datetime` as integer milliseconds since the epoch,
 * UTC ·
 * `json` as JSON text · `join` as rows of a join table (`owner_id`, `target_id`, `position`), with no column.
 */
export type Storage = 'text' | 'integer' | 'real' | 'boolean' | 'datetime' | 'json' | 'join'

/** Filter operators of the REST interface (contract, section 3). */
export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'null'

/** Options that every field takes. */
export interface FieldOptions<Value = Json> {
  /** A document cannot be saved without a value. Default `false`. */
  readonly required?: boolean
  /** The value of a document that is created, or replaced, without one. */
  readonly default?: Value
  /** No two documents of the collection share a value. Default `false`. */
  readonly unique?: boolean
  /**
   * Tells whether lists may filter and sort by it, at the cost of an index. Default: `true` where the type can be
   * compared.
   */
  readonly index?: boolean
  /** Tells whether it has a value in each of the config's `locales`. Default `false`: one value for all. */
  readonly localized?: boolean
  /** The locales in which a required localized field must have a value. Default `default`. */
  readonly requiredIn?: 'default' | 'all'
  /** Label in the admin. Default: the name, in words. */
  readonly label?: Text
  /** A sentence below the field in the admin. */
  readonly help?: Text
  /** Never in an answer of the REST interface; can still be written. Default `false`. */
  readonly hidden?: boolean
  /** Cannot be written through the REST interface or the admin. Default `false`. */
  readonly readOnly?: boolean
  /** Place in the form of a document. Default: by its type (`docs/admin.md`). */
  readonly admin?: FieldPlacement
  /**
   * Narrows who reads or writes this field, within what the collection allows. Conditions (`where`) are not possible
   * here.
   */
  readonly access?: { readonly read?: AccessRule; readonly write?: AccessRule }
  /** The field's former name: the next migration renames its column and keeps its values. */
  readonly renamedFrom?: string
  /**
   * Values for rows that already exist: a constant, another field's value, or a SQL expression. Where more people may
   * read
   * this field than what it is filled from, `opens` says why: `{ field: 'notes', opens: 'they were always public' }`.
   */
  readonly backfill?: Value | Backfill
}

/** Place of a field in the form of a document: the side column, or a tab of the main column. */
export type FieldPlacement =
  | {
      /** `true`: beside the text; `false`: in the main column, also where its type would stand beside the text. */
      readonly side: boolean
      readonly tab?: never
    }
  | {
      /** Label of the tab: fields that name the same one stand together. Tabs come in the order of the fields. */
      readonly tab: Text
      readonly side?: never
    }

/** `R` is inferred from what is written, so that a required field's value is known never to be null. */
export interface Requirement<R extends boolean> {
  readonly required?: R
}

/** A declared field. `Value` is what a document holds, `R` whether it must hold one. */
export interface Field<Kind extends string = string, Value = unknown, R extends boolean = boolean> {
  readonly kind: Kind
  readonly options: Requirement<R>
  /** Exists for types only. */
  readonly value?: Value
}

export type Fields = { readonly [name: string]: Field }

/** Makes believable values, the same for the same seed. */
export interface Sampler {
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  /** That many words of prose, without a full stop. */
  words(count: number): string
  /** The id of an existing row of `target`; `null` where it has none. */
  reference(target: string): string | null
  /** A point in time within the last two years, in milliseconds since the epoch. */
  time(): number
  /** Rises by one with each call: makes values unique. */
  next(): number
}

/** The fields inside a field. In blocks the fields go by each block's `type`. */
export type Parts =
  | { readonly kind: 'object'; readonly fields: readonly FieldData[] }
  | { readonly kind: 'list'; readonly of: FieldData }
  | { readonly kind: 'blocks'; readonly of: { readonly [type: string]: readonly FieldData[] } }

/** A document that a value leads to without being a reference. */
export interface DocumentLink {
  readonly collection: string
  readonly documentId: string
}

/** Links to documents in the values of a type: `populate` gives them the addresses that collections declare as `url`. */
export interface DocumentLinks {
  readonly visit: (value: Json, note: (link: DocumentLink) => void) => void
  /** The value with the address of each link; `null` where it has none for the caller. */
  readonly addressed: (value: Json, addressOf: (link: DocumentLink) => string | null) => Json
}

/** Options of a field in brackets: `author:reference(authors)`. */
export interface Brackets {
  /** A field as it can be typed. */
  readonly example: string
  /** `true`: the type does without them, too. */
  readonly isOptional?: true
  /** Reads the words between the commas. */
  readonly read: (words: readonly string[]) => { readonly [option: string]: Json }
}

/** One type of field: everything that the compiler, the runtime and the admin know about it. */
// biome-ignore lint/suspicious/noExplicitAny: `options` differ by type; a registry holds them all
export interface FieldType<Options = any> {
  readonly kind: string
  readonly storage: Storage | ((options: Options) => Storage)
  /**
   * The option that holds fields inside this one, and how their values lie in its JSON: `object` by name, `list` one
   * field for every item, `blocks` a set of fields for each kind of block. Absent: migrations see one value.
   */
  readonly contains?: { readonly option: string; readonly form: 'object' | 'list' | 'blocks' }
  /** The options of this type besides the common ones, as zod schemas; the compiler reports what they refuse. */
  readonly options: Readonly<Record<string, z.ZodType>>
  /**
   * The validator of one value that is present and not null; its output is what is stored and answered.
   * It is also the JSON Schema of the field, so it must say in zod's own checks whatever can be said there.
   */
  readonly schema: (options: Options, nested: (field: FieldData) => z.ZodType) => z.ZodType
  /**
   * The fields that its values hold. What else lies in a stored value is not shown, and restoring a version changes of
   * an object only the fields that the version knows. Absent: a value is one whole.
   */
  readonly parts?: (options: Options) => Parts
  /** Absent: its values hold no links to documents. */
  readonly links?: DocumentLinks
  /**
   * JSON Schema of the output of `schema`, where it cannot be read off it (a transformed value). Default: what it takes
   * in.
   */
  readonly output?: (options: Options, nested: (field: FieldData) => z.ZodType) => z.ZodType
  /** Filter operators; an empty list means that lists cannot filter or sort by it. */
  readonly operators: readonly Operator[]
  /** `false`: fields of this type are not indexed, hence not filtered or sorted by, unless they say `index: true`. */
  readonly indexed?: false
  /** Plugin to add where no plugin provides the one table to which its fields refer: `core-media`. */
  readonly providedBy?: string
  /**
   * Control, reading of a form, cell and filter in the admin, loaded with its first page. Default: those of the
   * built-in type that is stored alike.
   */
  readonly admin?: () => Promise<{ readonly admin: FieldInAdmin }>
  /**
   * Part in the form of a document: `page` is what the document is written for, `side` stands beside that, being chosen
   * rather than written. Absent: the main column.
   */
  readonly part?: 'page' | 'side'
  readonly sample: (options: Options, sampler: Sampler, nested: (field: FieldData) => Json) => Json
  /** The SQL expression of the words to search in, given the column; absent where a value cannot be searched. */
  readonly searchText?: (column: string, options: Options) => string
  /** Whole declaration, for hints about a type that cannot do without options. */
  readonly example?: (target: string) => string
  /** Options in brackets, as `cms new collection` takes them. Absent: none. */
  readonly brackets?: Brackets
  /** Words and a value for the reference, where they say more than the JSON that carries a value. */
  readonly inReference?: { readonly words: string; readonly value: string }
  /** The TypeScript type of a value as text, for generated types. */
  readonly typescript: (options: Options, nested: (field: FieldData) => string) => string
}

/** A type of this package: it has its own part of the admin, and its own reading of values of other systems. */
// biome-ignore lint/suspicious/noExplicitAny: `options` differ by type; a registry holds them all
export interface BuiltInType<Options = any> extends FieldType<Options> {
  readonly admin: () => Promise<{ readonly admin: FieldInAdmin }>
  /** Loaded by `cms import`, which takes values of a plugin's type as they are. */
  readonly import: () => Promise<{ readonly importing: FieldInImport }>
}

/** Storage of a field of this type with these options. */
export function storageOf(type: FieldType, options: unknown): Storage {
  return typeof type.storage === 'function' ? type.storage(options) : type.storage
}

/** Operators of values with an order. */
export const ordered = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'null',
] as const satisfies readonly Operator[]
/** Operators of text. */
export const textual = [...ordered, 'contains', 'startsWith', 'endsWith'] as const satisfies readonly Operator[]
/** Operators of values that are the same or not. */
export const equated = ['eq', 'ne', 'in', 'nin', 'null'] as const satisfies readonly Operator[]

/** The least length of a text in characters: one that is required is not empty. */
export function shortest(required: boolean | undefined, min: number): number {
  return Math.max(min, required ? 1 : 0)
}

/** Makes a declared field; `caller` is the function the user called, whose call site is remembered. */
export function declareField<Kind extends string, Value, R extends boolean>(
  kind: Kind,
  options: Requirement<R>,
  caller: (...args: never[]) => unknown,
): Field<Kind, Value, R> {
  return withOrigin({ kind, options }, caller)
}

export function isField(value: unknown): value is Field {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Field).kind === 'string' &&
    typeof (value as Field).options === 'object' &&
    (value as Field).options !== null
  )
}
