import { language } from '../../../ui/index.ts'

/** Returns the name of a locale in the reader's language: `Brazilian Portuguese`. */
export function languageName(locale: string): string {
  return new Intl.DisplayNames([language()], { type: 'language' }).of(locale) ?? locale
}
