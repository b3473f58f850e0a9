import type { HookEvent, Json } from 'lintel'
import { checkDocument, type RequestContext, storeDocuments, uuidv7 } from 'lintel/kit'

/** The part of the website in which documents of a collection are shown. */
const PLACES: Readonly<Record<string, string>> = {
  articles: '/articles/',
  sections: '/sections/',
  authors: '/authors/',
  issues: '/issues/',
  pages: '/',
}

/** Stores a redirect for a document that readers may know by its old slug. */
export async function keepAddress({ collection = '', before, after }: HookEvent, c: RequestContext): Promise<void> {
  const place = PLACES[collection]
  const [old, current] = [before, after].map(slugOf)
  if (place === undefined || !old || !current || old === current || !wasPublished(before)) return
  const checked = checkDocument(c, 'redirects', { path: place + old, target: place + current })
  if ('errors' in checked) throw new Error(`redirects: ${JSON.stringify(checked.errors)}`)
  const now = Date.now()
  const system = { id: uuidv7(), status: 'published', createdAt: now, publishedAt: now } as const
  await storeDocuments(c, [{ ...checked, ...system, scheduledAt: null, createdBy: null }])
}

function slugOf(document: Json | undefined): string | null {
  const slug = propertyOf(document, 'slug')
  return typeof slug === 'string' ? slug : null
}

function wasPublished(document: Json | undefined): boolean {
  return propertyOf(document, 'status') === 'published'
}

function propertyOf(document: Json | undefined, name: string): Json | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  return (document as { readonly [name: string]: Json })[name] // a document is no list
}
