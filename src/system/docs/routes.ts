import { defineRoute } from '../../config/route.ts'

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

export const docsStyle = defineRoute({
  method: 'GET',
  path: '/assets/reference.css',
  access: 'public',
  handler: async (c) => (await import('./pages.ts')).styleSheet(c),
})

export const icon = defineRoute({
  method: 'GET',
  path: '/favicon.svg',
  access: 'public',
  handler: async (c) => {
    const { LOGO_SVG } = await import('./layout.ts')
    return c.body(LOGO_SVG, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': ONE_DAY })
  },
})

const ONE_DAY = 'public, max-age=86400'

/** Browsers ask for it whatever a page says. */
export const oldIcon = defineRoute({
  method: 'GET',
  path: '/favicon.ico',
  access: 'public',
  handler: (c) => c.redirect('/favicon.svg', 301),
})
