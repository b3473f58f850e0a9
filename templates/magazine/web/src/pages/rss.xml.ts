import type { APIRoute } from 'astro'
import { absolute } from '../lib/absolute'
import { listArticles } from '../lib/articles'
import { escapeXml, xmlResponse } from '../lib/xml'

export const GET: APIRoute = async ({ url, locals }) => {
  const { locale, to } = locals.language
  const { data } = await listArticles({ locale, limit: 30 })
  const items = data.map(({ id, title, slug, summary, publishedAt, section }) => {
    const date = publishedAt === null ? '' : `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`
    const category = typeof section === 'object' ? `<category>${escapeXml(section.name)}</category>` : ''
    return `<item><title>${escapeXml(title)}</title><link>${escapeXml(absolute(to(`/articles/${slug}`), url))}</link><guid isPermaLink="false">${id}</guid>${date}${category}<description>${escapeXml(summary ?? '')}</description></item>`
  })
  const name = locals.site?.name ?? ''
  return xmlResponse(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(name)}</title><link>${escapeXml(absolute(to('/'), url))}</link><description>${escapeXml(locals.site?.tagline ?? name)}</description><language>${locale}</language>
<atom:link href="${escapeXml(absolute(to('/rss.xml'), url))}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>`,
    'application/rss+xml',
  )
}
