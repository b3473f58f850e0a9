/** Languages of the content, as the config's `locales` declares them. */
export interface ManifestLocales {
  readonly default: string
  /** For each locale, in the order declared: those whose value stands in, itself first and the default last. */
  readonly chains: { readonly [locale: string]: readonly string[] }
}
