import type { APIRoute } from 'astro'
import { absolute } from '../lib/absolute'
import { cms } from '../lib/cms'
import { escapeXml, xmlResponse } from '../lib/xml'

/** The most addresses that a sitemap may hold. */
const MOST = 50_000

const PLACES = {
  articles: '/articles/',
  sections: '/sections/',
  issues: '/issues/',
  authors: '/authors/',
  pages: '/',
} as const

export const GET: APIRoute = async ({ url }) => {
  const entries = [entry(absolute('/', url))]
  for (const name of Object.keys(PLACES) as (keyof typeof PLACES)[]) {
    for await (const { slug, updatedAt } of cms.collection(name).all({ fields: ['slug', 'updatedAt'] })) {
      if (slug !== null && entries.length < MOST) entries.push(entry(absolute(PLACES[name] + slug, url), updatedAt))
    }
  }
  return xmlResponse(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>`,
    'application/xml',
  )
}

function entry(address: string, updatedAt?: string): string {
  return `<url><loc>${escapeXml(address)}</loc>${updatedAt === undefined ? '' : `<lastmod>${updatedAt}</lastmod>`}</url>`
}
