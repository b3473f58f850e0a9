import { type Alternate, alternates } from '@lintel/client/locales'
import type { Locale } from '../content'
import { absolute } from './absolute'
import { cms } from './cms'
import { LOCALES, pathIn } from './locale'

/** Path prefix of each collection's pages. */
export const PLACES = {
  articles: '/articles/',
  sections: '/sections/',
  issues: '/issues/',
  authors: '/authors/',
  pages: '/',
} as const

export type Place = keyof typeof PLACES

/** Document with its slug: one for all languages, or one for each language, `null` without a translation. */
interface Addressed {
  readonly slug: string | Readonly<Record<Locale, string | null>> | null
  readonly publishedLocales: readonly string[] | null
}

/** Returns the addresses of a document's page in the languages in which it has a slug and is published. */
export function addressesOf(collection: Place, { slug, publishedLocales }: Addressed, requested: URL): Alternate[] {
  return alternates({ publishedLocales }, LOCALES, (locale) => {
    const own = typeof slug === 'string' ? slug : (slug?.[locale] ?? null)
    return own === null ? null : absolute(pathIn(locale, PLACES[collection] + own), requested)
  })
}

/** Reads a document's slugs in all languages, and returns the addresses of its page. */
export async function findAddresses(collection: Place, id: string, requested: URL): Promise<Alternate[]> {
  const { data } = await cms.collection(collection).get(id, { locale: '*', fields: ['slug', 'publishedLocales'] })
  return addressesOf(collection, data, requested)
}

/** Returns the addresses of a page that exists in every language. */
export function addressesAt(path: string, requested: URL): Alternate[] {
  return alternates({ publishedLocales: null }, LOCALES, (locale) => absolute(pathIn(locale, path), requested))
}
