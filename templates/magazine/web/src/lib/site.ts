import type { Locale } from '../content'
import { cms } from './cms'

/** Data that all pages share: settings, sections for the header, and pages for the footer. */
export type Site = Awaited<ReturnType<typeof loadSite>>

export async function loadSite(locale: Locale) {
  const [settings, sections, pages] = await Promise.all([
    cms.collection('settings').list({ locale, limit: 1, count: 'none' }),
    cms.collection('sections').list({ locale, sort: ['position', 'name'], limit: 100, count: 'none' }),
    cms
      .collection('pages')
      .list({ locale, sort: ['position', 'title'], fields: ['title', 'slug'], limit: 50, count: 'none' }),
  ])
  const [own] = settings.data
  return {
    name: own?.name ?? 'my-site',
    tagline: own?.tagline ?? null,
    imprint: own?.imprint ?? null,
    frontPage: own?.frontPage ?? [],
    sections: sections.data,
    pages: pages.data,
  }
}
