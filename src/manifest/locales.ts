/** Languages of the content, as the config declares them under `locales`. */
export interface ManifestLocales {
  readonly default: string
  /**
   * Fallback chain of each locale: the locale itself first, the default locale last. The locales are in the declared
   * order.
   */
  readonly chains: { readonly [locale: string]: readonly string[] }
}
