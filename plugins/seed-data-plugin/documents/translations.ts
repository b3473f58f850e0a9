import type { Json } from 'lintel'
import { type ManifestCollection, manifestOf, type RequestContext } from 'lintel/kit'
import type { Slot } from '../plan.ts'
import { createRandom } from '../random.ts'
import type { Language } from '../values/languages/language.ts'
import { ENGLISH, languageOf } from '../values/languages/languages.ts'
import type { Workshop } from './make.ts'

/** Share of documents that a locale has a translation of. */
const TRANSLATED = 0.85
/** Share of those without one that are not shown in that locale. In the others the fallback stands in. */
const NOT_SHOWN = 0.5

/** Words of the default locale, and of the others; `null` for a language without words. */
export async function languagesOf(c: RequestContext): Promise<Pick<Workshop, 'language' | 'others'>> {
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
  { seed, others }: Pick<Workshop, 'seed' | 'others'>,
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
export function addedFields(workshop: Workshop, collection: ManifestCollection, slot: Slot): Record<string, Json> {
  if (collection.locales === undefined) return {}
  const { seed, others } = workshop
  const translated = translationsOf(workshop, collection.name, slot)
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
