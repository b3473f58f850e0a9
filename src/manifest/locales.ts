/** Languages of the content, as the config declares them under `locales`. */
export interface ManifestLocales {
  readonly default: string
  /** Fallback chain of each locale, in the declared order: the locale first, the default last. */
  readonly chains: { readonly [locale: string]: readonly string[] }
}
