import { html } from 'hono/html'
import { SERVICE_GUIDES, serviceAddresses } from '../../docs/site/addresses.ts'
import { type Html, layout, type SiteFiles, type SiteLink, type SiteMenu } from '../../docs/site/layout.ts'
import { assetPath, type RequestContext } from '../../runtime/kit.ts'
import type { Document, Tag } from './document.ts'

/** Title, content and source document of a page of the API reference. */
export interface ReferencePage {
  readonly title: string
  readonly document: Document
  /** Tag of the page; `null` for the overview. */
  readonly current: string | null
  readonly body: Html
}

/** Lays out a page of the reference like the guides. It needs no script. */
export function referencePage(c: RequestContext, { title, document, current, body }: ReferencePage): Html {
  return layout({
    title,
    files: pageFiles(c),
    home: { label: document.info.title, href: '/docs' },
    links: SERVICE_LINKS,
    search: { action: serviceAddresses({}).search },
    menu: referenceMenu(document, current),
    body,
  })
}

/** Returns the files that pages of the worker load. */
export function pageFiles(c: RequestContext): SiteFiles {
  return { icon: '/favicon.svg', style: assetPath(c, 'docs.css'), script: null }
}

/** Links on the right of the header. */
const SERVICE_LINKS: readonly SiteLink[] = [
  { label: 'Guides', href: SERVICE_GUIDES },
  { label: 'OpenAPI', href: '/api/?pretty' },
  { label: 'Health', href: '/health' },
]

function referenceMenu({ tags }: Document, current: string | null): SiteMenu {
  const links = (kind: Tag['x-kind']): SiteLink[] =>
    tags.filter((tag) => tag['x-kind'] === kind).map((tag) => ({ label: tag['x-label'], href: sectionPath(tag.name) }))
  const groups = [
    { title: null, links: [{ label: 'Overview', href: '/docs' }] },
    { title: 'Collections', links: links('collection') },
    { title: 'More', links: links('plugin') },
  ]
  return {
    label: 'Reference',
    groups: groups.filter((group) => group.links.length > 0),
    current: current === null ? '/docs' : sectionPath(current),
  }
}

/**
 * Suffix for the page of a collection called `guides`, which would otherwise conflict with the guides. Names contain no
 * dot.
 */
const BESIDE_GUIDES = '.reference'

/** Returns the path of a collection's or a plugin's page. */
export function sectionPath(tag: string): string {
  const path = `/docs/${encodeURIComponent(tag)}`
  return path === SERVICE_GUIDES ? path + BESIDE_GUIDES : path
}

/** Returns the tag of a page; the inverse of `sectionPath`. */
export function tagOfSection(section: string): string {
  return section.endsWith(BESIDE_GUIDES) ? section.slice(0, -BESIDE_GUIDES.length) : section
}

/** Renders text in which parts in backticks are code. */
export function prose(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
