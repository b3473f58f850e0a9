import type { CollectionTypes } from './collection-types.ts'

/** A value for each locale, `null` where there is none. */
export type ByLocale<Locale extends string, Value> = { readonly [Name in Locale]: Value | null }

/** Locales that a collection is read and written in; none where nothing in it is localized. */
export type LocaleName<Types extends CollectionTypes> = Types extends {
  readonly localized: { readonly locale: infer Locale extends string }
}
  ? Locale
  : never

/** The same, or all of them. */
export type AnyLocale<Types extends CollectionTypes> =
  | LocaleName<Types>
  | ([LocaleName<Types>] extends [never] ? never : '*')

export interface LocaleOptions<Locale extends string> {
  /** The locale to read or write; `*`: all of them, as objects by locale. Default: the default locale. */
  readonly locale?: Locale
  /** No other locale's value stands in for one that is missing: it is null, required or not. */
  readonly fallback?: 'none'
}

/** The types of a collection in a locale, or with `*` in all. */
export type InLocale<Types extends CollectionTypes, Locale extends string> = [Locale] extends [never]
  ? Types
  : Locale extends '*'
    ? Types extends { readonly localized: infer All extends object }
      ? Omit<Types, keyof All> & Pick<All, keyof All & keyof Types> extends infer Localized extends CollectionTypes
        ? Localized
        : never
      : Types
    : Types
