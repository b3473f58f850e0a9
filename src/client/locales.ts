/** `lintel/client/locales`: a page's addresses in the languages of its document. */

/** A link for `<link rel="alternate">`, or for a sitemap. */
export interface Alternate {
  /** A locale, or `x-default` for the address for all other languages. */
  readonly hreflang: string
  readonly href: string
}

/**
 * Returns the addresses of a document in the locales in which it is published. The address in the default locale is
 * repeated as `x-default`; if there is none, there is no `x-default`.
 * ```ts
 * alternates(post, ['en', 'de'], (locale) => `https://example.com/${locale}/${post.slug[locale] ?? post.slug.en}`)
 * ```
 * @param document `publishedLocales: null` means that it is published in every locale
 * @param locales the locales of the content, the default first
 * @param address returns the address in a locale, or `null` to leave it out
 */
export function alternates<Locale extends string>(
  { publishedLocales }: { readonly publishedLocales: readonly string[] | null },
  locales: readonly Locale[],
  address: (locale: Locale) => string | null,
): Alternate[] {
  const found = locales.flatMap((hreflang) => {
    const href = (publishedLocales?.includes(hreflang) ?? true) ? address(hreflang) : null
    return href === null ? [] : [{ hreflang, href }]
  })
  const initial = found.find(({ hreflang }) => hreflang === locales[0])
  return initial ? [...found, { hreflang: 'x-default', href: initial.href }] : found
}
