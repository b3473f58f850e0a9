/**
 * Words of which texts in a language are made. Lists have the same things at the same places in each language, so that a text and
 * its translation, made with the same numbers, say the same.
 */
export interface Language {
  /** Place of an adjective: before a noun, between its article and the noun, or after both. */
  readonly adjective: 'before' | 'inside' | 'after'
  /** Headlines of `{phrase}` (adjective and noun), `{a phrase}` (in English with its article), `{noun}` and `{verb}`. */
  readonly titles: readonly string[]
  /** A headline within a text. */
  readonly heading: string
  /** Words before a link. */
  readonly more: string
  readonly adjectives: readonly string[]
  /** With an article where the language has adjectives inside or after. */
  readonly nouns: readonly string[]
  /** Words that a headline says of something. */
  readonly verbs: readonly string[]
  readonly subjects: readonly string[]
  readonly predicates: readonly string[]
  /** Words that end a sentence, after a comma. */
  readonly endings: readonly string[]
  /** Names of sections and tags. */
  readonly topics: readonly string[]
  readonly countries: readonly string[]
}
