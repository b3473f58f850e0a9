const { lang } = document.documentElement

/** Locale for times: the browser's variant of the page's language, otherwise the page's language. */
export const locale = navigator.languages.find((tag) => tag === lang || tag.startsWith(`${lang}-`)) ?? (lang || 'en')

/** Format of a time of day: `14:05`, `2:05 PM`. */
export const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** Formats a time of day for the user: `14:05`. */
export function timeOfDay(at: number): string {
  return clock.format(at)
}
