/** Known of a locale, as a function or, in engines from before 2024, as a property. */
type TextInfo = { readonly direction?: 'ltr' | 'rtl' }
type Known = Intl.Locale & { getTextInfo?(): TextInfo; readonly textInfo?: TextInfo }

/** Direction in which a language is written, for `dir`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const known = new Intl.Locale(locale) as Known
  return (known.getTextInfo?.() ?? known.textInfo)?.direction ?? 'ltr'
}
