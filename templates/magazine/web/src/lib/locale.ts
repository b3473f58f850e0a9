import type { Locale } from '../content'
import { WORDS, type Words } from './words'

/** Languages of this website, the default first. Paths of the others begin with their name, such as `/de/`. */
export const LOCALES = ['en', 'de'] as const satisfies readonly Locale[]

const [DEFAULT] = LOCALES

/** Language of a page, with its texts, links and dates. */
export interface Language {
  readonly locale: Locale
  readonly words: Words
  /** Returns the path of a page in this language, such as `/issues` or `/de/issues`. */
  to(path: string): string
  formatDate(time: string): string
}

/** Returns the language of a path. */
export function languageOf(path: string): Language {
  const locale =
    LOCALES.find((one) => one !== DEFAULT && (path === `/${one}` || path.startsWith(`/${one}/`))) ?? DEFAULT
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    locale,
    words: WORDS[locale],
    to: (below) => pathIn(locale, below),
    formatDate: (time) => dates.format(new Date(time)),
  }
}

/** Returns the path of a page in a language. */
export function pathIn(locale: Locale, path: string): string {
  if (locale === DEFAULT) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
