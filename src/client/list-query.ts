import type { Query } from './connection.ts'

export type Name<Document> = keyof Document & string

export interface PageQuery {
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 to 100. Default 20. */
  readonly limit?: number
}

export type Value = string | number | boolean

/** Conditions that all hold. `ne` and `nin` hold where there is no value, the others but `null` do not. */
export interface Conditions {
  readonly eq?: Value
  readonly ne?: Value
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  /** At most 50, none with a comma in it. */
  readonly in?: readonly Value[]
  /** At most 50, none with a comma in it. */
  readonly nin?: readonly Value[]
  /** Text, a to z taken for A to Z. */
  readonly contains?: string
  readonly startsWith?: string
  readonly endsWith?: string
  readonly null?: boolean
}

/** By field what it equals or which conditions it meets; by `author.name` the same for what a reference points to. */
export type Where<Document> = {
  readonly [Field in Name<Document>]?: Value | Conditions
} & { readonly [path: `${string}.${string}`]: Value | Conditions | undefined }

/**
 * A reference; with dots one inside a group, a list or blocks, or one of the document that it points to: at most three
 * in a row.
 */
export type PopulatePath<Document> = Name<Document> | `${Name<Document>}.${string}`

/** The part of a document to return. */
export interface Part<
  Document,
  Fields extends Name<Document> = Name<Document>,
  Paths extends PopulatePath<Document> = never,
> {
  /** Only these properties, `id`, and what is populated. Default: all. */
  readonly fields?: readonly Fields[]
  /** References to answer as documents. What you may not read stays an id. */
  readonly populate?: readonly Paths[]
}

export interface ListQuery<
  Document,
  Fields extends Name<Document> = Name<Document>,
  Paths extends PopulatePath<Document> = never,
> extends PageQuery,
    Part<Document, Fields, Paths> {
  /** `nextCursor` of the page before; not together with `page`. Sort and conditions must stay the same. */
  readonly cursor?: string
  /** Selects if there is a `total`. Default: `exact`, after a cursor `none`. */
  readonly count?: 'exact' | 'none'
  /** Field names, a leading `-` descends. Default `-createdAt`, of a search the best first. */
  readonly sort?: `${'-' | ''}${Name<Document>}` | readonly `${'-' | ''}${Name<Document>}`[]
  /** Only documents of this status. */
  readonly status?: 'draft' | 'published' | 'scheduled'
  /** Words to search for, in a collection that declares `search`. */
  readonly q?: string
  /** All of these hold. At most 20 conditions, those of `or` included. */
  readonly where?: Where<Document>
  /** One of these holds, at most 10. */
  readonly or?: readonly Where<Document>[]
}

/** A document of a list: the properties that were asked for, with documents where references are populated. */
export type Listed<Document, Fields extends Name<Document>, Paths extends string> = [Paths] extends [never]
  ? Pick<Document, Fields | ('id' & Name<Document>)>
  : {
      [Property in Fields | ('id' & Name<Document>) | (Head<Paths> & Name<Document>)]: Property extends Head<Paths>
        ? Populated<Document[Property]>
        : Document[Property]
    }

/** The document that a populated reference points to; an id where you may not read it. */
export interface PopulatedDocument {
  readonly id: string
  readonly [property: string]: unknown
}

type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path

type Populated<Reference> = Reference extends string
  ? string | PopulatedDocument
  : Reference extends readonly string[]
    ? readonly (string | PopulatedDocument)[]
    : Reference

/** The query parameters of one document. */
export function partParameters({
  fields,
  populate,
}: {
  readonly fields?: readonly string[]
  readonly populate?: readonly string[]
}): Query {
  return { fields: joined(fields), populate: joined(populate) }
}

/** The query parameters of a list. */
export function listParameters<Document, Fields extends Name<Document>, Paths extends PopulatePath<Document>>(
  query: ListQuery<Document, Fields, Paths>,
): Query {
  const { sort, fields, populate, where, or = [], ...rest } = query
  const groups = or.flatMap((group, index) => conditionsOf(group, (path) => `or[${index}][${path}]`))
  return {
    ...rest,
    ...Object.fromEntries([...conditionsOf(where ?? {}, (path) => path), ...groups]),
    sort: joined(sort),
    fields: joined(fields),
    populate: joined(populate),
  }
}

function conditionsOf(where: object, nameOf: (path: string) => string): [string, Value][] {
  const entries: [string, Value | Conditions | undefined][] = Object.entries(where)
  return entries.flatMap(([path, condition]): [string, Value][] => {
    if (condition === undefined) return []
    if (typeof condition !== 'object') return [[nameOf(path), condition]]
    const operands: [string, Value | readonly Value[] | undefined][] = Object.entries(condition)
    return operands.flatMap(([operator, operand]): [string, Value][] =>
      operand === undefined
        ? []
        : [[`${nameOf(path)}[${operator}]`, typeof operand === 'object' ? operand.join(',') : operand]],
    )
  })
}

function joined(names: string | readonly string[] | undefined): string | undefined {
  return typeof names === 'object' ? names.join(',') : names
}
