import type { HookEvent, Json } from 'lintel'
import { checkDocument, type RequestContext, storeDocuments, uuidv7 } from 'lintel/kit'

/** Path prefix of each collection's pages on the website. */
const PLACES: Readonly<Record<string, string>> = {
  articles: '/articles/',
  sections: '/sections/',
  authors: '/authors/',
  issues: '/issues/',
  pages: '/',
}

/** Stores a redirect for each language in which the slug of a published document has changed. */
export async function keepAddress({ collection = '', before, after }: HookEvent, c: RequestContext): Promise<void> {
  const place = PLACES[collection]
  if (place === undefined || propertyOf(before, 'status') !== 'published') return
  const now = Date.now()
  const system = { status: 'published', createdAt: now, publishedAt: now, scheduledAt: null, createdBy: null } as const
  const redirects = ['', ...localesOf(before)].flatMap((locale) => {
    const [old, current] = [before, after].map((document) => slugIn(document, locale))
    if (!old || !current || old === current) return []
    const path = (slug: string) => (locale === '' ? '' : `/${locale}`) + place + slug
    const checked = checkDocument(c, 'redirects', { path: path(old), target: path(current) })
    if ('errors' in checked) throw new Error(`redirects: ${JSON.stringify(checked.errors)}`)
    return [{ ...checked, ...system, id: uuidv7() }]
  })
  await storeDocuments(c, redirects)
}

/** Returns the languages other than the default. Paths in these begin with the name of the language. */
function localesOf(document: Json | undefined): string[] {
  return Object.keys(propertyOf(document, 'translations') ?? {})
}

/** Returns a document's slug in a language, or else that in the default language; `null` if there is none. */
function slugIn(document: Json | undefined, locale: string): string | null {
  const own = propertyOf(propertyOf(propertyOf(document, 'translations'), locale), 'slug')
  const slug = own ?? propertyOf(document, 'slug')
  return typeof slug === 'string' ? slug : null
}

function propertyOf(document: Json | undefined, name: string): Json | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  return (document as { readonly [name: string]: Json })[name] // a document is an object
}
