import type { Json } from 'lintel'
import { type ManifestCollection, manifestOf, type RequestContext } from 'lintel/kit'
import type { Slot } from '../plan.ts'
import { createRandom } from '../random.ts'
import type { Language } from '../values/languages/language.ts'
import { ENGLISH, languageOf } from '../values/languages/languages.ts'

/** Languages of a project, for one call. */
export interface Languages {
  /** Words of texts in no locale, or in the default. */
  readonly language: Language
  /** Words of each other locale; `null` where there are none. */
  readonly others: ReadonlyMap<string, Language | null>
}

/** Languages and the seed, which say what is translated. */
interface Translating extends Pick<Languages, 'others'> {
  readonly seed: number
}

/** Share of documents that a locale has a translation of. */
const TRANSLATED = 0.85
/** Share of those without one that are not shown in that locale. In the others the fallback stands in. */
const NOT_SHOWN = 0.5

/** Words of the default locale, and of the others; `null` for a language without words. */
export async function languagesOf(c: RequestContext): Promise<Languages> {
  const { locales } = manifestOf(c)
  if (locales === undefined) return { language: ENGLISH, others: new Map() }
  const others = Object.keys(locales.chains).filter((locale) => locale !== locales.default)
  return {
    language: (await languageOf(locales.default)) ?? ENGLISH,
    others: new Map(await Promise.all(others.map(async (locale) => [locale, await languageOf(locale)] as const))),
  }
}

/** Locales that a document is translated into, with their words. */
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

/** The fields that every collection in several languages has besides its own. */
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

/** Names of these fields. */
export const ADDED_FIELDS: readonly string[] = ['publishedLocales', 'translatedAt']
