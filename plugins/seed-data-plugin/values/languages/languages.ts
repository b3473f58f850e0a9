import en from './en.ts'
import type { Language } from './language.ts'

const LOADERS: Readonly<Record<string, () => Promise<{ default: Language }>>> = {
  de: () => import('./de.ts'),
  en: async () => ({ default: en }),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
}

/** Language of texts without a locale, and of locales for which there are no words. */
export const ENGLISH: Language = en

/**
 * Returns the words of a locale's language.
 * @param locale a language tag (RFC 5646) such as `pt-BR`
 * @returns `null` where there are none
 */
export async function languageOf(locale: string): Promise<Language | null> {
  return (await LOADERS[locale.split('-')[0] ?? '']?.())?.default ?? null
}
