/** Text direction of a locale, which engines provide as a function or, before 2024, as a property. */
type TextInfo = { readonly direction?: 'ltr' | 'rtl' }
type Known = Intl.Locale & { getTextInfo?(): TextInfo; readonly textInfo?: TextInfo }

/** Returns the direction in which a language is written, for `dir`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const known = new Intl.Locale(locale) as Known
  return (known.getTextInfo?.() ?? known.textInfo)?.direction ?? 'ltr'
}
