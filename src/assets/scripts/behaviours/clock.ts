const { lang } = document.documentElement

/** As the reader writes times where the page is in their language, else as the page's language does. */
export const locale = navigator.languages.find((tag) => tag === lang || tag.startsWith(`${lang}-`)) ?? (lang || 'en')

/** The time of day: `14:05`, `2:05 PM`. */
export const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
