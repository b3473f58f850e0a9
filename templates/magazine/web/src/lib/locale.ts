import type { Locale } from '../content'
import { WORDS, type Words } from './words'

/** Languages of this site, the default first: its pages stand at `/`, those of others below their name, as `/de/`. */
export const LOCALES = ['en', 'de'] as const satisfies readonly Locale[]

const [DEFAULT] = LOCALES

/** Language, words and links of a page, in the language of its address. */
export interface Language {
  readonly locale: Locale
  readonly words: Words
  /** The address of a page of this site: `/issues`, `/de/issues`. */
  to(path: string): string
  formatDate(time: string): string
}

/** The language that an address is in. */
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

/** The address of a page in a language. */
export function pathIn(locale: Locale, path: string): string {
  if (locale === DEFAULT) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
