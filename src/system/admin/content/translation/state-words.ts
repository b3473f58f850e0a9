import { otherLocales } from '../../../../manifest/localized.ts'
import { TRANSLATION_STATES, type TranslationState } from '../../../../manifest/translation-state.ts'
import { message } from '../../../../messages/messages.ts'
import { t } from '../../../../messages/translate.ts'
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { languageName } from '../../languages/language-name.ts'

/** Messages that name the states of a translation. */
export const STATE_WORDS: Readonly<Record<TranslationState, string>> = {
  current: message('complete'),
  missing: message('missing'),
  outdated: message('older than the original'),
}

type Locales = NonNullable<ManifestCollection['locales']>

/** Returns the filters of a list by the state of a translation, as values for the API, with their labels. */
export function translationFilters(locales: Locales): (readonly [string, string])[] {
  return otherLocales(locales).flatMap((locale) =>
    TRANSLATION_STATES.map((state) => [`${locale}:${state}`, translationWords(locale, state)] as const),
  )
}

/** Returns words for the state of a translation, such as `German: missing`. */
export function translationWords(locale: string, state: string): string {
  const words = STATE_WORDS[state as TranslationState] ?? state // taken from an address, which may contain anything
  return t('{language}: {state}', { language: languageName(locale), state: t(words) })
}
