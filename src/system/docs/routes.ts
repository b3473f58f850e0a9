import { defineRoute } from '../../config/route.ts'
import { HttpError, type RequestContext, sha256, t } from '../../runtime/kit.ts'
import { documentOf } from './document.ts'
import { type Html, LOGO_SVG, layout } from './layout.ts'
import { overview } from './overview.ts'
import { section } from './section.ts'
import { STYLE } from './style.ts'

/** Nothing but our own style sheet and icon: there is no script to let in. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const home = defineRoute({
  method: 'GET',
  path: '/docs',
  access: 'public',
  cache: { ttl: 0 },
  handler: async (c) => {
    const document = await documentOf(c)
    return page(c, { title: document.info.title, current: null, body: overview(document, originOf(c)) })
  },
})

const part = defineRoute({
  method: 'GET',
  path: '/docs/:section',
  access: 'public',
  cache: { ttl: 0 },
  handler: async (c, { params }) => {
    const document = await documentOf(c)
    const tag = document.tags.find(({ name }) => name === params.section)
    if (!tag) throw new HttpError('not_found', t('The reference has no such page.'))
    return page(c, { title: tag['x-label'], current: tag.name, body: section(document, tag, originOf(c)) })
  },
})

const style = defineRoute({
  method: 'GET',
  path: '/assets/reference.css',
  access: 'public',
  handler: (c) => c.body(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': FOREVER }),
})

const icon = defineRoute({
  method: 'GET',
  path: '/favicon.svg',
  access: 'public',
  handler: (c) => c.body(LOGO_SVG, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': ONE_DAY }),
})

/** Browsers ask for it whatever a page says. */
const oldIcon = defineRoute({
  method: 'GET',
  path: '/favicon.ico',
  access: 'public',
  handler: (c) => c.redirect('/favicon.svg', 301),
})

export const docsRoutes = { docs: home, docsSection: part, docsStyle: style, icon, oldIcon }

const FOREVER = 'public, max-age=31536000, immutable' // its address changes with its text
const ONE_DAY = 'public, max-age=86400'

async function page(
  c: RequestContext,
  { title, current, body }: { title: string; current: string | null; body: Html },
): Promise<Response> {
  const text = await layout({ title, document: await documentOf(c), current, styleVersion: await styleVersion(), body })
  return c.html(text, 200, { 'Content-Security-Policy': POLICY })
}

let version: string | undefined

async function styleVersion(): Promise<string> {
  version ??= (await sha256(STYLE)).slice(0, 8)
  return version
}

function originOf(c: RequestContext): string {
  return new URL(c.req.url).origin
}
