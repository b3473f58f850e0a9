/**
 * Words for sample text in a language. Lists contain the same meanings in the same order in each language, so that text
 * and its translation, made with the same numbers, mean the same.
 */
export interface Language {
  /** Position of an adjective: before a noun, between its article and the noun, or after the noun. */
  readonly adjective: 'before' | 'inside' | 'after'
  /**
   * Patterns of headlines, with `{phrase}` (adjective and noun), `{a phrase}` (in English with its article), `{noun}`
   * and `{verb}`.
   */
  readonly titles: readonly string[]
  /** Pattern of a heading inside an article. */
  readonly heading: string
  /** Words that introduce a link. */
  readonly more: string
  readonly adjectives: readonly string[]
  /** Nouns; with an article if `adjective` is `inside` or `after`. */
  readonly nouns: readonly string[]
  /** Verbs for headlines. */
  readonly verbs: readonly string[]
  readonly subjects: readonly string[]
  readonly predicates: readonly string[]
  /** Clauses that end a sentence, after a comma. */
  readonly endings: readonly string[]
  /** Names of sections and tags. */
  readonly topics: readonly string[]
  readonly countries: readonly string[]
}
