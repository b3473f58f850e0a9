import type { APIRoute } from 'astro'
import { absolute } from '../lib/absolute'
import { listArticles } from '../lib/articles'
import { LOCALE } from '../lib/locale'
import { escapeXml, xmlResponse } from '../lib/xml'

export const GET: APIRoute = async ({ url, locals }) => {
  const { data } = await listArticles({ limit: 30 })
  const items = data.map(({ id, title, slug, summary, publishedAt, section }) => {
    const date = publishedAt === null ? '' : `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`
    return `<item><title>${escapeXml(title)}</title><link>${escapeXml(absolute(`/articles/${slug}`, url))}</link><guid isPermaLink="false">${id}</guid>${date}<category>${escapeXml(section.name)}</category><description>${escapeXml(summary ?? '')}</description></item>`
  })
  const name = locals.site?.name ?? ''
  return xmlResponse(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(name)}</title><link>${escapeXml(absolute('/', url))}</link><description>${escapeXml(locals.site?.tagline ?? name)}</description><language>${LOCALE}</language>
<atom:link href="${escapeXml(absolute('/rss.xml', url))}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>`,
    'application/rss+xml',
  )
}
