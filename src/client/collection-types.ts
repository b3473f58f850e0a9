import type { UserFilters } from './filters.ts'
import type { PopulatedDocument, PopulatedMedia, PopulatedUser } from './values.ts'

/** The types of one collection; a file made by `cms types` has them for each collection of a project. */
export interface CollectionTypes {
  /** A document as it is answered. */
  readonly document: object
  /** A document as it is created or replaced. */
  readonly input: object
  /** A document as it is changed. */
  readonly changes: object
  /** The conditions that each property can meet. */
  readonly filters: object
  /** The properties that lists are sorted by. */
  readonly sort: string
  /** The target of each reference, by its path: `'sections.image': 'media'`. */
  readonly references: object
  /** The same with an object by locale for each localized property, where there are any. */
  readonly localized?: {
    readonly locale: string
    readonly document: object
    readonly input: object
    readonly changes: object
  }
}

/** Collections by name: the interface `Collections` that `cms build` and `cms types` write. */
export type CollectionMap<Collections> = { readonly [Name in keyof Collections]: CollectionTypes }

/** Any collection, for a client without types. */
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

/** Targets of references that are no collections. */
interface SystemTargets {
  readonly users: { readonly document: PopulatedUser; readonly filters: UserFilters; readonly references: object }
  /** Lists are not filtered by what stands there. */
  readonly media: { readonly document: PopulatedMedia; readonly filters: object; readonly references: object }
}

/** A table of a plugin. */
interface OtherTarget extends Target {
  readonly document: PopulatedDocument
}

/** The types of what a reference points to. */
export type TargetTypes<Collections, Name> = Name extends keyof Collections
  ? Collections[Name] extends infer Types extends Target
    ? Types
    : never
  : Name extends keyof SystemTargets
    ? SystemTargets[Name]
    : OtherTarget
