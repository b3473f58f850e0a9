import type { UserFilters } from './filters.ts'
import type { PopulatedDocument, PopulatedMedia, PopulatedUser } from './values.ts'

/** The types of one collection. `cms types` writes a file with them for each collection of a project. */
export interface CollectionTypes {
  /** A document as responses contain it. */
  readonly document: object
  /** The body that creates or replaces a document. */
  readonly input: object
  /** The body that changes a document. */
  readonly changes: object
  /** The conditions by which lists can be filtered, keyed by property. */
  readonly filters: object
  /** The properties that lists can be sorted by. */
  readonly sort: string
  /** The target of each reference, by its path: `'sections.image': 'media'`. */
  readonly references: object
  /** Types with an object by locale for each localized property; absent if the collection has no such property. */
  readonly localized?: {
    readonly locale: string
    readonly document: object
    readonly input: object
    readonly changes: object
  }
}

/** Collections by name: the interface `Collections` that `cms build` and `cms types` write. */
export type CollectionMap<Collections> = { readonly [Name in keyof Collections]: CollectionTypes }

/** The types of any collection, for a client that is created without types. */
export type AnyCollections = {
  readonly [name: string]: {
    readonly document: Record<string, unknown>
    readonly input: object
    readonly changes: object
    readonly filters: Record<string, AnyConditions>
    readonly sort: string
    readonly references: Record<string, string>
  }
}

interface AnyConditions {
  readonly eq?: AnyValue
  readonly [operator: string]: AnyValue | readonly AnyValue[] | undefined
}

type AnyValue = string | number | boolean | Date

/** The types of a document that a reference points to. */
type Target = Pick<CollectionTypes, 'document' | 'filters' | 'references'>

/** Targets of references that are not collections. */
interface SystemTargets {
  readonly users: { readonly document: PopulatedUser; readonly filters: UserFilters; readonly references: object }
  /** Lists cannot be filtered by properties of media items. */
  readonly media: { readonly document: PopulatedMedia; readonly filters: object; readonly references: object }
}

/** The types of a row of a plugin's table. */
interface OtherTarget extends Target {
  readonly document: PopulatedDocument
}

/** The types of the target of a reference. */
export type TargetTypes<Collections, Name> = Name extends keyof Collections
  ? Collections[Name] extends infer Types extends Target
    ? Types
    : never
  : Name extends keyof SystemTargets
    ? SystemTargets[Name]
    : OtherTarget
