import { type Alternate, alternates } from '@lintel/client/locales'
import type { Locale } from '../content'
import { absolute } from './absolute'
import { cms } from './cms'
import { LOCALES, pathIn } from './locale'

/** Paths of the pages of each collection. */
export const PLACES = {
  articles: '/articles/',
  sections: '/sections/',
  issues: '/issues/',
  authors: '/authors/',
  pages: '/',
} as const

export type Place = keyof typeof PLACES

/** A document with the slugs that it has of its own: one for all languages, or one for each. */
interface Addressed {
  readonly slug: string | Readonly<Record<Locale, string | null>> | null
  readonly publishedLocales: readonly string[] | null
}

/** The addresses of a document's page in the languages that it is translated into. */
export function addressesOf(collection: Place, { slug, publishedLocales }: Addressed, requested: URL): Alternate[] {
  return alternates({ publishedLocales }, LOCALES, (locale) => {
    const own = typeof slug === 'string' ? slug : (slug?.[locale] ?? null)
    return own === null ? null : absolute(pathIn(locale, PLACES[collection] + own), requested)
  })
}

/** Does the same for a document that was read in one language: reads its slugs in all of them. */
export async function findAddresses(collection: Place, id: string, requested: URL): Promise<Alternate[]> {
  const { data } = await cms.collection(collection).get(id, { locale: '*', fields: ['slug', 'publishedLocales'] })
  return addressesOf(collection, data, requested)
}

/** The addresses of a page that there is in every language. */
export function addressesAt(path: string, requested: URL): Alternate[] {
  return alternates({ publishedLocales: null }, LOCALES, (locale) => absolute(pathIn(locale, path), requested))
}
