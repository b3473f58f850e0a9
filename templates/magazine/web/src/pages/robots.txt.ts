import type { APIRoute } from 'astro'
import { absolute } from '../lib/absolute'
import { LOCALES, pathIn } from '../lib/locale'

const SEARCHES = LOCALES.map((locale) => `Disallow: ${pathIn(locale, '/search')}`).join('\n')

export const GET: APIRoute = ({ url }) =>
  new Response(`User-agent: *\nDisallow: /preview\n${SEARCHES}\n\nSitemap: ${absolute('/sitemap.xml', url)}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
