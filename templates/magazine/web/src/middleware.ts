import { defineMiddleware } from 'astro:middleware'
import { LintelError } from '@lintel/client'
import { keptPreviews } from './lib/preview'
import { movedTo } from './lib/redirects'
import { loadSite, type Site } from './lib/site'

/** Loads what every page shows, leads old addresses on, and says how long a page may be kept. */
export const onRequest = defineMiddleware(async ({ locals, cookies, url, request, redirect }, next) => {
  locals.previews = keptPreviews(cookies)
  locals.site = await siteOrNull()
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

async function siteOrNull(): Promise<Site | null> {
  try {
    return await loadSite()
  } catch (error) {
    console.error(
      `The content service does not answer: ${error instanceof LintelError ? error.message : String(error)}`,
    )
    return null
  }
}

/** Shared caches keep a page of readers with a preview apart from everybody's. */
function kept(response: Response, rule: string): Response {
  response.headers.set('cache-control', rule)
  response.headers.append('vary', 'Cookie')
  return response
}
