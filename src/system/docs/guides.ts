import { html } from 'hono/html'
import { type DocHit, type DocSearch, openDocSearch } from '../../docs/search-docs.ts'
import { addressOfPage, SERVICE_GUIDES, serviceAddresses } from '../../docs/site/addresses.ts'
import { type Html, layout } from '../../docs/site/layout.ts'
import { guidesMenu, type MenuGroup } from '../../docs/site/menu.ts'
import type { SiteIndex } from '../../docs/site/site-index.ts'
import { assetPath, type RequestContext, readAsset } from '../../runtime/kit.ts'
import { pageFiles } from './layout.ts'
import { sendPage } from './pages.ts'

const LIMIT = 30

const ADDRESSES = serviceAddresses({})

/** Responds with the guides that contain the words of a query, for browsers without scripts. */
export async function searchPage(c: RequestContext, query: string): Promise<Response> {
  const { search, groups } = await openGuides(c)
  const page = layout({
    title: 'Search',
    files: pageFiles(c),
    home: { label: 'Lintel', href: SERVICE_GUIDES },
    links: [
      { label: 'Reference', href: '/docs' },
      { label: 'Guides', href: SERVICE_GUIDES },
    ],
    search: { action: ADDRESSES.search, query },
    menu: guidesMenu(groups, ADDRESSES, null),
    head: html`<meta name="robots" content="noindex">`,
    body: results(query, search(query, LIMIT)),
  })
  return sendPage(c, page)
}

/** A section of the guides, with its address. */
export interface FoundGuide extends DocHit {
  readonly path: string
}

/** Finds sections of the guides that contain the given words, best match first. */
export async function searchGuides(c: RequestContext, words: string, limit: number): Promise<readonly FoundGuide[]> {
  const { search } = await openGuides(c)
  return search(words, limit).map((hit) => ({
    ...hit,
    path: `${addressOfPage(ADDRESSES.page, hit.page)}#${hit.anchor}`,
  }))
}

interface OpenedGuides {
  readonly search: DocSearch
  readonly groups: readonly MenuGroup[]
}

let opened: OpenedGuides | undefined

/** Loads the index of the guides, once per isolate. Concurrent requests share the result, but not the loading. */
async function openGuides(c: RequestContext): Promise<OpenedGuides> {
  if (opened) return opened
  const index = (await (await readAsset(c, assetPath(c, 'docs-search.json'))).json()) as SiteIndex // built by this package
  opened = { search: openDocSearch(index), groups: index.groups }
  return opened
}

function results(query: string, hits: readonly DocHit[]): Html {
  return html`<section class="hero"><h1>Search</h1>
<p class="lead">${headline(query, hits.length)}</p></section>
<ol class="results">${hits.map(
    ({
      page,
      anchor,
      heading,
      title,
      excerpt,
    }) => html`<li><a href="${addressOfPage(ADDRESSES.page, page)}#${anchor}">${heading}</a> <small>${title}</small>
<p>${excerpt}</p></li>
`,
  )}</ol>`
}

function headline(query: string, count: number): string {
  if (query.trim() === '') return 'Type words above to find the sections of the guides that contain them.'
  if (count === 0) return `No section of the guides contains “${query}”. Try fewer or other words.`
  return count === 1
    ? `One section of the guides contains “${query}”.`
    : `${count} sections for “${query}”, best first.`
}
