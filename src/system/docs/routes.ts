import * as z from 'zod'
import { defineRoute } from '../../config/route.ts'
import { referenceFor } from '../../runtime/kit.ts'

export const docs = defineRoute({
  method: 'GET',
  path: '/docs',
  access: 'public',
  cache: { ttl: 0 },
  handler: async (c) => (await import('./pages.ts')).homePage(c),
})

export const docsSection = defineRoute({
  method: 'GET',
  path: '/docs/:section',
  access: 'public',
  cache: { ttl: 0 },
  handler: async (c, { params }) => (await import('./pages.ts')).sectionPage(c, params.section),
})

/** Route of the search in the guides, for browsers without scripts. The guides themselves are static files. */
export const guidesSearch = defineRoute({
  method: 'GET',
  path: '/docs/guides/search',
  access: 'public',
  cache: { ttl: 0 },
  input: { query: z.object({ q: z.string().max(1000).default('') }) },
  handler: async (c, { query }) => (await import('./guides.ts')).searchPage(c, query.q),
})

export const llms = defineRoute({
  method: 'GET',
  path: '/llms.txt',
  access: 'public',
  cache: { ttl: 0 },
  handler: async (c) => (await import('./llms.ts')).llmsIndex(c),
})

export const llmsFull = defineRoute({
  method: 'GET',
  path: '/llms-full.txt',
  access: 'public',
  cache: { ttl: 0 },
  handler: async (c) => (await import('./llms.ts')).llmsFull(c),
})

export const icon = defineRoute({
  method: 'GET',
  path: '/favicon.svg',
  access: 'public',
  handler: async (c) => {
    const { LOGO_SVG } = await import('../../docs/site/layout.ts')
    return c.body(LOGO_SVG, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': ONE_DAY })
  },
})

const ONE_DAY = 'public, max-age=86400'

/** Route of the icon that browsers request whatever a page declares. */
export const oldIcon = defineRoute({
  method: 'GET',
  path: '/favicon.ico',
  access: 'public',
  handler: (c) => c.redirect('/favicon.svg', 301),
})

/** Redirects from the front page, which a headless service does not have, to the reference. */
export const home = defineRoute({
  method: 'GET',
  path: '/',
  access: 'public',
  handler: (c) => c.redirect('/docs', 302),
})

export const openapi = defineRoute({
  method: 'GET',
  path: '/api/',
  access: 'public',
  cache: { ttl: 0 },
  summary: 'This OpenAPI document, reduced to what you may read',
  responses: { 200: z.looseObject({ openapi: z.string() }) },
  handler: async (c) => c.body((await referenceFor(c)).text, 200, { 'Content-Type': 'application/json' }),
})
