import type { CollectionTypes } from './collection-types.ts'
import type { Query } from './connection.ts'
import type { LocaleName } from './in-locale.ts'
import type { Head, Populated, PopulatePath } from './populated.ts'
import type { Where } from './where.ts'

/** Name of a property of a collection's documents. */
export type FieldName<Types extends CollectionTypes> = keyof Types['document'] & string

export interface PageQuery {
  /** Number of the page, from 1. Default 1. */
  readonly page?: number
  /** Maximum number of items per page: 1 to 100. Default 20. */
  readonly limit?: number
}

/** The part of a document to return. */
export interface Part<Field extends string, Path extends string> {
  /** Properties to return, in addition to `id` and populated references. Default: all. */
  readonly fields?: readonly Field[]
  /** References to return as documents. References to documents that you may not read stay ids. */
  readonly populate?: readonly Path[]
}

/** A property to sort by; a leading `-` sorts descending. */
export type SortKey<Types extends CollectionTypes> = Types['sort'] | `-${Types['sort']}`

/** State of a translation. `outdated`: the original has changed since. */
export type TranslationState = 'missing' | 'outdated' | 'current'

/** Selects and sorts the documents of a list. */
export interface Selection<Collections, Types extends CollectionTypes> {
  /** Properties to sort by; a leading `-` sorts descending. Default `-createdAt`, or relevance for a search. */
  readonly sort?: SortKey<Types> | readonly SortKey<Types>[]
  /** Only documents of this status. */
  readonly status?: 'draft' | 'published' | 'scheduled'
  /** Words to search for, in a collection that declares `search`. */
  readonly q?: string
  /**
   * Only documents whose translation has this state, in a collection with locales: `de:missing`. Requires a signed-in
   * caller.
   */
  readonly translation?: [LocaleName<Types>] extends [never] ? never : `${LocaleName<Types>}:${TranslationState}`
  /** Conditions that must all hold: at most 20, those of `or` included. */
  readonly where?: Where<Collections, Types>
  /** Alternatives, at most 10, of which one must hold. */
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
  /** `nextCursor` of the previous page; not together with `page`. Sort order and conditions must stay the same. */
  readonly cursor?: string
  /** `exact`: the response contains `total`. `none`: nothing is counted. Default `exact`; with `cursor`, `none`. */
  readonly count?: 'exact' | 'none'
}

/** A document with the requested properties, and with documents in place of populated references. */
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

/** Returns the query parameters for reading one document. */
export function partParameters({ fields, populate, ...rest }: AnyPart & Shown): Query {
  return { ...rest, fields: joined(fields), populate: joined(populate) }
}

/** Selects the state of the document to return. */
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

/** Query of a list, whatever the types of the collection. */
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

/** Returns the query parameters for reading a list. */
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

/**
 * Returns the parameter for the operand of a condition. The service splits a single value at commas, unless the name of
 * the parameter ends in `[]`: a list with one value or none gets such a name. Under such a name, an empty string means
 * an empty list, so a list that contains only an empty string gets the plain name.
 */
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
