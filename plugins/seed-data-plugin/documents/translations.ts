import type { Json } from 'lintel'
import { type ManifestCollection, manifestOf, type RequestContext } from 'lintel/kit'
import type { Slot } from '../plan.ts'
import { createRandom } from '../random.ts'
import type { Language } from '../values/languages/language.ts'
import { ENGLISH, languageOf } from '../values/languages/languages.ts'

/** Languages of the project's locales, loaded for one call. */
export interface Languages {
  /** Language of text that has no locale or the default one. */
  readonly language: Language
  /** Languages of all other locales; `null` for a locale whose language has no words here. */
  readonly others: ReadonlyMap<string, Language | null>
}

/** Languages and the seed, which determine what is translated. */
interface Translating extends Pick<Languages, 'others'> {
  readonly seed: number
}

/** Fraction of documents that have a translation for a locale. */
const TRANSLATED = 0.85
/**
 * Fraction of the untranslated documents that are not shown in the locale at all. The others are shown in the fallback
 * language.
 */
const NOT_SHOWN = 0.5

/**
 * Returns the words of each locale. For the default locale, they are English if its language has no words here; for
 * another locale whose language has none, they are `null`.
 */
export async function languagesOf(c: RequestContext): Promise<Languages> {
  const { locales } = manifestOf(c)
  if (locales === undefined) return { language: ENGLISH, others: new Map() }
  const others = Object.keys(locales.chains).filter((locale) => locale !== locales.default)
  return {
    language: (await languageOf(locales.default)) ?? ENGLISH,
    others: new Map(await Promise.all(others.map(async (locale) => [locale, await languageOf(locale)] as const))),
  }
}

/** Returns the locales that a document is translated into, with their words. */
export function translationsOf(
  { seed, others }: Translating,
  collection: string,
  { position }: Slot,
): ReadonlyMap<string, Language> {
  return new Map(
    [...others].flatMap(([locale, language]): [string, Language][] =>
      language !== null && createRandom([seed, collection, position, locale]).chance(TRANSLATED)
        ? [[locale, language]]
        : [],
    ),
  )
}

/**
 * Returns the values of the fields that a collection with several languages has besides its declared ones:
 * `publishedLocales` for a document that is not shown in every locale.
 */
export function addedFields(
  translating: Translating,
  collection: ManifestCollection,
  slot: Slot,
): Record<string, Json> {
  if (collection.locales === undefined) return {}
  const { seed, others } = translating
  const translated = translationsOf(translating, collection.name, slot)
  const hidden = [...others].flatMap(([locale, language]) =>
    language !== null && !translated.has(locale) && createRandom([seed, slot.position, locale]).chance(NOT_SHOWN)
      ? [locale]
      : [],
  )
  const shown = Object.keys(collection.locales.chains).filter((locale) => !hidden.includes(locale))
  return hidden.length === 0 ? {} : { publishedLocales: shown }
}

/** Names of the fields that collections with several languages have besides their declared fields. */
export const ADDED_FIELDS: readonly string[] = ['publishedLocales', 'translatedAt']
