import type { APIRoute } from 'astro'
import { absolute } from '../lib/absolute'

export const GET: APIRoute = ({ url }) =>
  new Response(`User-agent: *\nDisallow: /preview\nDisallow: /search\n\nSitemap: ${absolute('/sitemap.xml', url)}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
