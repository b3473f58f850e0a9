import type { TargetTypes } from './collection-types.ts'
import type { Reference } from './values.ts'

/** The types of a collection that `populate` needs. */
interface Referring {
  readonly references: object
}

/** The names of references in `populate`. */
type NamesIn<Types extends Referring> = keyof Types['references'] & string

/**
 * Paths for `populate`: a reference, a reference nested (with dots) inside a group, a list or blocks, or a reference of
 * the referenced document. At most three references are followed in a row.
 */
export type PopulatePath<Collections, Types extends Referring> = {
  [Name in NamesIn<Types>]: Name | `${Name}.${TwoMore<Collections, Behind<Collections, Types, Name>>}`
}[NamesIn<Types>]

type TwoMore<Collections, Types extends Referring> = {
  [Name in NamesIn<Types>]: Name | `${Name}.${NamesIn<Behind<Collections, Types, Name>>}`
}[NamesIn<Types>]

/** Types of the target to which the reference `Name` refers, for a path that continues there. */
type Behind<Collections, Types extends Referring, Name extends keyof Types['references']> = TargetTypes<
  Collections,
  Types['references'][Name]
>

/**
 * A document with documents in place of the references that `Path` names. A reference stays an id if the caller may not
 * read its target; if everybody may, it is always a document.
 * @typeParam IsCurrent `false` for an old version, whose targets may no longer exist
 */
export type Populated<Collections, Document, Path extends string, IsCurrent extends boolean = true> = {
  [Name in keyof Document]: Name extends Head<Path>
    ? Followed<Collections, Document[Name], Tail<Path, Name>, IsCurrent>
    : Document[Name]
}

/** The first name of a path. */
export type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path

/** The remainders of the paths that begin with a name. */
type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never

/** A value with documents in place of references, at every level. */
export type Followed<Collections, Value, Path extends string, IsCurrent extends boolean> = Value extends string
  ? AtReference<Collections, Value, Path, IsCurrent>
  : Value extends readonly (infer Item)[]
    ? Followed<Collections, Item, Path, IsCurrent>[]
    : Value extends object
      ? Populated<Collections, Value, Path, IsCurrent>
      : Value

type AtReference<Collections, Value, Path extends string, IsCurrent extends boolean> =
  Value extends Reference<infer Target, infer Always>
    ? TargetDocument<Collections, Target, Path> | ([IsCurrent, Always] extends [true, true] ? never : Value)
    : Value

/** The document that replaces a reference. */
type TargetDocument<Collections, Target, Path extends string> =
  TargetTypes<Collections, Target> extends { readonly document: infer Document }
    ? [Path] extends [never]
      ? Document
      : Populated<Collections, Document, Path>
    : never
