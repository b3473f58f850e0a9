import en from './en.ts'
import type { Language } from './language.ts'

const LOADERS: Readonly<Record<string, () => Promise<{ default: Language }>>> = {
  de: () => import('./de.ts'),
  en: async () => ({ default: en }),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
}

/** Language of text without a locale, and of locales whose language has no words here. */
export const ENGLISH: Language = en

/**
 * Returns the words of a locale's language.
 * @param locale a language tag (RFC 5646) such as `pt-BR`
 * @returns `null` if there are no words for the language
 */
export async function languageOf(locale: string): Promise<Language | null> {
  return (await LOADERS[locale.split('-')[0] ?? '']?.())?.default ?? null
}
