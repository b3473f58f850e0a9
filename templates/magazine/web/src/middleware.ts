import { defineMiddleware } from 'astro:middleware'
import { LintelError } from '@lintel/client'
import type { Locale } from './content'
import { languageOf } from './lib/locale'
import { keptPreviews } from './lib/preview'
import { movedTo } from './lib/redirects'
import { loadSite, type Site } from './lib/site'

/**
 * Determines the language of a page and its previews, loads the data that all pages share, follows redirects, and sets
 * how long caches may keep the page.
 */
export const onRequest = defineMiddleware(async ({ locals, cookies, url, request, redirect }, next) => {
  // After a rewrite, as to the page for errors, the language remains that of the requested address.
  locals.language ??= languageOf(url.pathname)
  locals.previews = keptPreviews(cookies)
  locals.site = await siteOrNull(locals.language.locale)
  if (!locals.site) return kept(await next('/unavailable'), 'no-store')
  const response = await next()
  const isPage = request.method === 'GET' && response.headers.get('content-type')?.startsWith('text/html')
  if (response.status === 404 && isPage) {
    const target = await movedTo(url.pathname)
    if (target !== null) return redirect(target, 301)
  }
  if (!isPage) return response
  return kept(response, locals.previews.length > 0 ? 'private, no-store' : 'public, max-age=0, s-maxage=60')
})

async function siteOrNull(locale: Locale): Promise<Site | null> {
  try {
    return await loadSite(locale)
  } catch (error) {
    console.error(
      `The content service does not answer: ${error instanceof LintelError ? error.message : String(error)}`,
    )
    return null
  }
}

/** Sets the caching rule. `Vary: Cookie` keeps shared caches from serving a page to readers with other cookies. */
function kept(response: Response, rule: string): Response {
  response.headers.set('cache-control', rule)
  response.headers.append('vary', 'Cookie')
  return response
}
