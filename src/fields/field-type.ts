import type * as z from 'zod'
import type { AccessRule } from '../ground/access.ts'
import { withOrigin } from '../ground/origin.ts'
import type { Text } from '../ground/text.ts'
import type { Backfill } from './backfill.ts'
import type { FieldData, Json } from './field-data.ts'
import type { FieldInAdmin } from './in-admin.ts'
import type { FieldInImport } from './in-import.ts'

export type { FieldData, Json } from './field-data.ts'

/**
 * Storage of a value in its table: `text`, `integer`, `real` unchanged · `boolean` as 0 or 1 · `datetime` as integer
 * milliseconds since the epoch, UTC · `json` as JSON text · `join` as rows of a join table (`owner_id`, `target_id`,
 * `position`), without a column.
 */
export type Storage = 'text' | 'integer' | 'real' | 'boolean' | 'datetime' | 'json' | 'join'

/** Filter operators of the REST interface. */
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

/** Options that every field accepts. */
export interface FieldOptions<Value = Json> {
  /** Requires a value in every document. Default `false`. */
  readonly required?: boolean
  /** Value for documents that are created or replaced without a value for this field. */
  readonly default?: Value
  /** Requires that no two documents of the collection have the same value. Default `false`. */
  readonly unique?: boolean
  /**
   * True if lists may filter and sort by the field, which needs an index. Default: `true` if the values of the type can
   * be compared, except for `text`.
   */
  readonly index?: boolean
  /** True if the field has a value in each of the config's `locales`. Default `false`: one value for all locales. */
  readonly localized?: boolean
  /** The locales in which a required localized field must have a value. Default `default`. */
  readonly requiredIn?: 'default' | 'all'
  /** Label in the admin. Default: the name, in words. */
  readonly label?: Text
  /** A sentence shown below the field in the admin. */
  readonly help?: Text
  /** Excludes the field from responses of the REST interface; it can still be written. Default `false`. */
  readonly hidden?: boolean
  /** Prevents writing through the REST interface and the admin. Default `false`. */
  readonly readOnly?: boolean
  /** Position in the form of a document. Default: depends on the type of the field (`docs/admin.md`). */
  readonly admin?: FieldPlacement
  /**
   * Narrows who may read or write this field, within the access rules of the collection. Conditions (`where`) are not
   * possible here.
   */
  readonly access?: { readonly read?: AccessRule; readonly write?: AccessRule }
  /** The field's former name: the next migration renames its column and keeps its values. */
  readonly renamedFrom?: string
  /**
   * Value for existing rows: a constant, another field's value, or a SQL expression. If more people may read this field
   * than its source, `opens` must give a reason: `{ field: 'notes', opens: 'they were always public' }`.
   */
  readonly backfill?: Value | Backfill
}

/** Position of a field in the form of a document: the side column, or a tab of the main column. */
export type FieldPlacement =
  | {
      /** `true`: in the side column; `false`: in the main column, even if its type belongs in the side column. */
      readonly side: boolean
      readonly tab?: never
    }
  | {
      /** Label of the tab. Fields with the same label share a tab. Tabs are in the order of their fields. */
      readonly tab: Text
      readonly side?: never
    }

/**
 * The option `required`. `R` is inferred as a literal type, so that the type of a required field's value excludes null.
 */
export interface Requirement<R extends boolean> {
  readonly required?: R
}

/** A declared field. `Value` is the type of its value, `R` whether a document must have one. */
export interface Field<Kind extends string = string, Value = unknown, R extends boolean = boolean> {
  readonly kind: Kind
  readonly options: Requirement<R>
  /** Never set: it exists for type inference only. */
  readonly value?: Value
}

export type Fields = { readonly [name: string]: Field }

/** Generates realistic values; the same seed yields the same values. */
export interface Sampler {
  /** Returns a number from 0 (included) to 1 (excluded). */
  random(): number
  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  /** Returns `count` words of prose, without a period at the end. */
  words(count: number): string
  /** Returns the id of an existing row of `target`; `null` if there is none. */
  reference(target: string): string | null
  /** Returns the beginning of a day in 2025 or 2026, in milliseconds since the epoch. */
  time(): number
  /** Returns a number that increases by one with each call, to make values unique. */
  next(): number
}

/** The fields inside a field. For blocks, they depend on each block's `type`. */
export type Parts =
  | { readonly kind: 'object'; readonly fields: readonly FieldData[] }
  | { readonly kind: 'list'; readonly of: FieldData }
  | { readonly kind: 'blocks'; readonly of: { readonly [type: string]: readonly FieldData[] } }

/** A document that a value links to without being a reference to it. */
export interface DocumentLink {
  readonly collection: string
  readonly documentId: string
}

/** Finds links to documents in values of a type. `populate` adds the addresses that collections declare as `url`. */
export interface DocumentLinks {
  readonly visit: (value: Json, note: (link: DocumentLink) => void) => void
  /**
   * Returns the value with the address of each link. `addressOf` returns `null` if the link has no address for the
   * caller.
   */
  readonly addressed: (value: Json, addressOf: (link: DocumentLink) => string | null) => Json
}

/** Parses options of a field in brackets: `author:reference(authors)`. */
export interface Brackets {
  /** Example of a field with its brackets. */
  readonly example: string
  /** `true`: the brackets can be left out. */
  readonly isOptional?: true
  /** Converts the words between the commas to options. */
  readonly read: (words: readonly string[]) => { readonly [option: string]: Json }
}

/** A type of field: everything that the compiler, the runtime and the admin know about it. */
// biome-ignore lint/suspicious/noExplicitAny: `options` differ by type; a registry holds them all
export interface FieldType<Options = any> {
  readonly kind: string
  readonly storage: Storage | ((options: Options) => Storage)
  /**
   * The option that holds nested fields, and their form: `object` for fields by name, `list` for one field that every
   * item has, `blocks` for fields by kind of block. Absent: migrations treat the value as a whole.
   */
  readonly contains?: { readonly option: string; readonly form: 'object' | 'list' | 'blocks' }
  /**
   * The option that lists the values to choose from, as text or as `{ value, renamedFrom?, replacedBy? }`. Migrations
   * rewrite stored values of choices that are renamed or replaced. Absent: the type has no choices.
   */
  readonly choices?: string
  /**
   * Schemas of the options of this type, in addition to the common options. The compiler reports values that the
   * schemas reject. `.meta({ unset })` is the value that applies if the option is not set.
   */
  readonly options: Readonly<Record<string, z.ZodType>>
  /**
   * Returns the schema of a value that is neither absent nor null. The output of the schema is stored and returned. The
   * schema is also converted to the JSON Schema of the field, so use zod's own checks wherever possible.
   */
  readonly schema: (options: Options, nested: (field: FieldData) => z.ZodType) => z.ZodType
  /**
   * Returns the nested fields. Responses contain nothing else of a stored value, and restoring a version changes only
   * the fields of an object that the version has. Absent: the value is treated as a whole.
   */
  readonly parts?: (options: Options) => Parts
  /** Finds links to documents in values; absent if values contain none. */
  readonly links?: DocumentLinks
  /**
   * Returns the schema of the output of `schema`, if it cannot be derived because values are transformed. Default: the
   * schema of the input.
   */
  readonly output?: (options: Options, nested: (field: FieldData) => z.ZodType) => z.ZodType
  /** Filter operators. An empty list means that lists cannot filter or sort by the field. */
  readonly operators: readonly Operator[]
  /**
   * `false`: fields of this type are not indexed, and lists cannot filter or sort by them, unless they declare `index:
   * true`.
   */
  readonly indexed?: false
  /** Plugin to recommend if no plugin provides the table that fields of this type refer to: `core-media`. */
  readonly providedBy?: string
  /**
   * Loads the field's control, form reader, cell and filter, with the admin's first page. Default: those of the
   * built-in type with the same storage.
   */
  readonly admin?: () => Promise<{ readonly admin: FieldInAdmin }>
  /**
   * Column of the form: `page` for the actual content, `side` for values that are chosen rather than written. Absent:
   * the main column.
   */
  readonly part?: 'page' | 'side'
  readonly sample: (options: Options, sampler: Sampler, nested: (field: FieldData) => Json) => Json
  /** Returns the SQL expression of the searchable words, given the column; absent if values cannot be searched. */
  readonly searchText?: (column: string, options: Options) => string
  /** Returns a complete declaration, for hints about a type that requires options. */
  readonly example?: (target: string) => string
  /** Options in brackets for `cms new collection`. Absent: none. */
  readonly brackets?: Brackets
  /** Description and example value for the API reference, if they are clearer than the JSON Schema. */
  readonly inReference?: { readonly words: string; readonly value: string }
  /** Returns the TypeScript type of a value, for generated types. */
  readonly typescript: (options: Options, nested: (field: FieldData) => string) => string
}

/** A built-in type. It has its own part in the admin, and its own converter for imports. */
// biome-ignore lint/suspicious/noExplicitAny: `options` differ by type; a registry holds them all
export interface BuiltInType<Options = any> extends FieldType<Options> {
  readonly admin: () => Promise<{ readonly admin: FieldInAdmin }>
  /** Loads the converter for `cms import`. Values for types of plugins are imported unchanged. */
  readonly import: () => Promise<{ readonly importing: FieldInImport }>
}

/** Returns the storage of a field of this type with these options. */
export function storageOf(type: FieldType, options: unknown): Storage {
  return typeof type.storage === 'function' ? type.storage(options) : type.storage
}

/** Operators for values that have an order. */
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
/** Operators for text. */
export const textual = [...ordered, 'contains', 'startsWith', 'endsWith'] as const satisfies readonly Operator[]
/** Operators for values that can only be compared for equality. */
export const equated = ['eq', 'ne', 'in', 'nin', 'null'] as const satisfies readonly Operator[]

/** Returns the minimum length in characters. A required value is not empty. */
export function shortest(required: boolean | undefined, min: number): number {
  return Math.max(min, required ? 1 : 0)
}

/** Makes a declared field and remembers the call site of `caller`, the function that the user called. */
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
