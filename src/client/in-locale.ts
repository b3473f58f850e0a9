import type { CollectionTypes } from './collection-types.ts'

/** A value for each locale; `null` if a locale has none. */
export type ByLocale<Locale extends string, Value> = { readonly [Name in Locale]: Value | null }

/** Locales in which a collection can be read and written; `never` if nothing in it is localized. */
export type LocaleName<Types extends CollectionTypes> = Types extends {
  readonly localized: { readonly locale: infer Locale extends string }
}
  ? Locale
  : never

/** A locale, or `*` for all of them. */
export type AnyLocale<Types extends CollectionTypes> =
  | LocaleName<Types>
  | ([LocaleName<Types>] extends [never] ? never : '*')

export interface LocaleOptions<Locale extends string, Fallback extends 'none' = 'none'> {
  /** The locale to read or write; `*` for all of them, as objects by locale. Default: the default locale. */
  readonly locale?: Locale
  /** With `none`, a missing value is null, even if required, and no other locale's value replaces it. */
  readonly fallback?: Fallback
}

/**
 * The types of a collection in one locale or, with `*`, in all.
 * @typeParam Fallback `'none'` if missing values stay null
 */
export type InLocale<Types extends CollectionTypes, Locale extends string, Fallback extends 'none' = never> = [
  Locale,
] extends [never]
  ? Types
  : Types extends { readonly localized: infer All extends Required<CollectionTypes>['localized'] }
    ? Locale extends '*'
      ? Omit<Types, keyof All> & Pick<All, keyof All & keyof Types> extends infer Localized extends CollectionTypes
        ? Localized
        : never
      : [Fallback] extends [never]
        ? Types
        : Omit<Types, 'document'> & { readonly document: WithoutFallback<Types['document'], All> }
    : Types

/** A document in which each localized property may be null. */
type WithoutFallback<Document extends object, All extends Required<CollectionTypes>['localized']> = {
  [Name in keyof Document]: Name extends keyof All['document']
    ? Alone<All['document'][Name], All['locale']>
    : Document[Name]
}

/** A value with one locale's value in place of each object by locale. */
type Alone<Value, Locale extends string> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends ByLocale<Locale, infer One>
    ? One | null
    : Value extends readonly (infer Item)[]
      ? readonly Alone<Item, Locale>[]
      : { [Name in keyof Value]: Alone<Value[Name], Locale> }
