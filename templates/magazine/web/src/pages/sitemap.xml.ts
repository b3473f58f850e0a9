import type { Alternate } from '@lintel/client/locales'
import type { APIRoute } from 'astro'
import { addressesAt, addressesOf, PLACES, type Place } from '../lib/addresses'
import { cms } from '../lib/cms'
import { escapeXml, xmlResponse } from '../lib/xml'

/** Maximum number of addresses in a sitemap. */
const MOST = 50_000

/** Lists each page in each language in which it exists, with its addresses in all of them. */
export const GET: APIRoute = async ({ url }) => {
  const entries = [...entriesOf(addressesAt('/', url)), ...entriesOf(addressesAt('/issues', url))]
  for (const name of Object.keys(PLACES) as Place[]) {
    const fields = ['slug', 'publishedLocales', 'updatedAt'] as const
    for await (const document of cms.collection(name).all({ locale: '*', fields: [...fields] })) {
      entries.push(...entriesOf(addressesOf(name, document, url), document.updatedAt))
      if (entries.length > MOST) break
    }
  }
  return xmlResponse(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.slice(0, MOST).join('\n')}\n</urlset>`,
    'application/xml',
  )
}

function entriesOf(addresses: readonly Alternate[], updatedAt?: string): string[] {
  const links = addresses.map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`,
  )
  const changed = updatedAt === undefined ? '' : `<lastmod>${updatedAt}</lastmod>`
  return addresses
    .filter(({ hreflang }) => hreflang !== 'x-default')
    .map(({ href }) => `<url><loc>${escapeXml(href)}</loc>${changed}${links.join('')}</url>`)
}
