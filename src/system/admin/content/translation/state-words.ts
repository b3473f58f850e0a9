import { otherLocales } from '../../../../manifest/localized.ts'
import { TRANSLATION_STATES, type TranslationState } from '../../../../manifest/translation-state.ts'
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { message, t } from '../../../../ui/t.ts'
import { languageName } from '../../widgets/language-name.ts'

/** Words for the states of a translation. */
export const STATE_WORDS: Readonly<Record<TranslationState, string>> = {
  current: message('complete'),
  missing: message('missing'),
  outdated: message('older than the original'),
}

type Locales = NonNullable<ManifestCollection['locales']>

/** Filters of a list by the state of a translation, as the API takes them, with words. */
export function translationFilters(locales: Locales): (readonly [string, string])[] {
  return otherLocales(locales).flatMap((locale) =>
    TRANSLATION_STATES.map((state) => [`${locale}:${state}`, translationWords(locale, state)] as const),
  )
}

/** `German: missing` */
export function translationWords(locale: string, state: string): string {
  const words = STATE_WORDS[state as TranslationState] ?? state // of an address, which may say anything
  return t('{language}: {state}', { language: languageName(locale), state: t(words) })
}
