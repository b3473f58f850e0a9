import type { CollectionTypes } from './collection-types.ts'
import type { Query } from './connection.ts'
import type { LocaleName } from './in-locale.ts'
import type { Head, Populated, PopulatePath } from './populated.ts'
import type { Where } from './where.ts'

/** The properties of a collection's documents. */
export type FieldName<Types extends CollectionTypes> = keyof Types['document'] & string

export interface PageQuery {
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 to 100. Default 20. */
  readonly limit?: number
}

/** The part of a document to return. */
export interface Part<Field extends string, Path extends string> {
  /** Only these properties, `id`, and what is populated. Default: all. */
  readonly fields?: readonly Field[]
  /** References to answer as documents. What you may not read stays an id. */
  readonly populate?: readonly Path[]
}

/** A property to sort by; a leading `-` descends. */
export type SortKey<Types extends CollectionTypes> = Types['sort'] | `-${Types['sort']}`

/** `outdated`: its original has changed since. */
export type TranslationState = 'missing' | 'outdated' | 'current'

/** The documents that a list holds, and their order. */
export interface Selection<Collections, Types extends CollectionTypes> {
  /** Properties to sort by, a leading `-` descends. Default `-createdAt`, of a search the best first. */
  readonly sort?: SortKey<Types> | readonly SortKey<Types>[]
  /** Only documents of this status. */
  readonly status?: 'draft' | 'published' | 'scheduled'
  /** Words to search for, in a collection that declares `search`. */
  readonly q?: string
  /** In a collection with locales: state of a translation, `de:missing`. For those who are signed in. */
  readonly translation?: [LocaleName<Types>] extends [never] ? never : `${LocaleName<Types>}:${TranslationState}`
  /** All of these hold. At most 20 conditions, those of `or` included. */
  readonly where?: Where<Collections, Types>
  /** One of these holds, at most 10. */
  readonly or?: readonly Where<Collections, Types>[]
}

export interface ListQuery<
  Collections,
  Types extends CollectionTypes,
  Field extends FieldName<Types> = FieldName<Types>,
  Path extends PopulatePath<Collections, Types> = never,
> extends PageQuery,
    Part<Field, Path>,
    Selection<Collections, Types> {
  /** `nextCursor` of the page before; not together with `page`. Sort and conditions must stay the same. */
  readonly cursor?: string
  /** Selects if there is a `total`. Default: `exact`, after a cursor `none`. */
  readonly count?: 'exact' | 'none'
}

/** A document with the properties that were asked for, and documents where references are populated. */
export type Listed<
  Collections,
  Types extends CollectionTypes,
  Field extends string,
  Path extends string,
  IsCurrent extends boolean = true,
> = Populated<
  Collections,
  Pick<Types['document'], (Field | 'id' | Head<Path>) & keyof Types['document']>,
  Path,
  IsCurrent
>

/** The query parameters of one document. */
export function partParameters({ fields, populate, ...rest }: AnyPart & Shown): Query {
  return { ...rest, fields: joined(fields), populate: joined(populate) }
}

/** The state of a document to return. */
interface Shown {
  readonly preview?: string
  readonly draft?: true
}

type Value = string | number | boolean | Date
type Conditions = { readonly [operator: string]: Value | readonly Value[] | undefined }

interface AnyPart {
  readonly fields?: readonly string[] | undefined
  readonly populate?: readonly string[] | undefined
}

/** A list's query, whatever it is of. */
export interface AnyQuery extends PageQuery, AnyPart {
  readonly cursor?: string | undefined
  readonly count?: 'exact' | 'none'
  readonly sort?: string | readonly string[]
  readonly status?: string
  readonly q?: string
  readonly translation?: string
  readonly where?: object
  readonly or?: readonly object[]
}

/** The query parameters of a list. */
export function listParameters({ sort, fields, populate, where = {}, or = [], ...rest }: AnyQuery): Query {
  const groups = or.flatMap((group, index) => conditionsOf(group, (path) => `or[${index}][${path}]`))
  return {
    ...rest,
    ...Object.fromEntries([...conditionsOf(where, (path) => path), ...groups]),
    sort: joined(sort),
    ...partParameters({ fields, populate }),
  }
}

type Sent = readonly [string, string | readonly string[]]

function conditionsOf(where: object, nameOf: (path: string) => string): Sent[] {
  const entries: [string, Value | Conditions | undefined][] = Object.entries(where)
  return entries.flatMap(([path, condition]) => {
    const name = nameOf(path)
    if (condition === undefined) return []
    if (typeof condition !== 'object' || condition instanceof Date) return [[name, textOf(condition)]]
    return Object.entries(condition).flatMap(([operator, operand]): Sent[] =>
      operand === undefined ? [] : [sentAs(`${name}[${operator}]`, operand)],
    )
  })
}

/** A list of one value would be split at commas, unless its name ends in `[]`. With it an empty text is the empty list. */
function sentAs(name: string, operand: Value | readonly Value[]): Sent {
  const values = [operand].flat().map(textOf)
  const isApart = Array.isArray(operand) && values.length < 2 && values[0] !== ''
  return [isApart ? `${name}[]` : name, values.length > 0 ? values : '']
}

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function joined(names: string | readonly string[] | undefined): string | undefined {
  return typeof names === 'object' ? names.join() : names
}
