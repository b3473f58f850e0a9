import { html } from 'hono/html'
import type { DocPage } from '../doc-page.ts'
import type { Documentation } from '../documentation.ts'
import { addressOfPage, type SiteAddresses } from './addresses.ts'
import { footerBody, homeBody, missingBody, pageBody } from './bodies.ts'
import { type Html, layout, type SiteLink, type SiteSection } from './layout.ts'
import { guidesMenu, menuGroupsOf } from './menu.ts'
import { renderPage } from './render-page.ts'
import { resolveLink } from './resolve-link.ts'

export interface SiteOptions {
  readonly documentation: Documentation
  /** Version of the package. */
  readonly version: string
  /** Lintel in one sentence. */
  readonly description: string
  readonly addresses: SiteAddresses
  /** Links on the right of the header. */
  readonly links: readonly SiteLink[]
  /** Address of the site, if it is known. Each page then states its own address (canonical link). */
  readonly base: URL | null
  /** Excludes the site from search engines, because they find the same pages elsewhere. */
  readonly isCopy: boolean
}

/** The guides as HTML, one file each. */
export interface Site {
  readonly home: string
  /** HTML of the pages, by name. */
  readonly pages: ReadonlyMap<string, string>
}

/**
 * Renders all guides.
 * @throws Error for a link to a page or a section that does not exist
 */
export async function buildSite(options: SiteOptions): Promise<Site> {
  const { documentation, description, addresses, base } = options
  const { pages } = documentation
  const addressOf = (name: string): string => addressOfPage(addresses.page, name)
  const pageTexts = pages.map(async (page, index) => {
    const rendered = renderPage(page, (link) => resolveLink(link, page, documentation, addresses))
    const body = pageBody(rendered, pages[index - 1], pages[index + 1], addressOf)
    const canonical = canonicalLink(base ? new URL(addressOf(page.name), base).href : undefined)
    return [page.name, await frame(options, page, body, canonical)] as const
  })
  return {
    home: await frame(options, null, homeBody(documentation, description, addressOf), canonicalLink(base?.href)),
    pages: new Map(await Promise.all(pageTexts)),
  }
}

/** Renders the page for addresses that do not exist. */
export function buildMissingPage(options: SiteOptions): Promise<string> {
  return frame(options, null, missingBody(options.addresses.home), NOINDEX)
}

const NOINDEX = html`<meta name="robots" content="noindex">`

function canonicalLink(address: string | undefined): Html {
  return address === undefined ? html`` : html`<link rel="canonical" href="${address}">`
}

async function frame(options: SiteOptions, page: DocPage | null, body: Html, ofSearchEngines: Html): Promise<string> {
  const { addresses, documentation, description, version, isCopy } = options
  const { assets, icon } = addresses
  const { 'docs.css': style = '', 'docs.js': script = '', 'docs-search.json': index = '' } = assets
  const home = { label: 'Lintel', href: addresses.home }
  const markdown = page && addressOfPage(addresses.markdown, page.name)
  return String(
    await layout({
      title: page?.title ?? home.label,
      description: page?.summary || description,
      files: { icon, style, script },
      home,
      links: options.links,
      search: { action: addresses.search, script: { index, pages: addresses.page } },
      menu: guidesMenu(menuGroupsOf(documentation), addresses, page?.name ?? null),
      sections: page ? sectionsOf(page) : [],
      head: html`${isCopy ? NOINDEX : ofSearchEngines}
${markdown === null ? '' : html`<link rel="alternate" type="text/markdown" href="${markdown}">`}`,
      body,
      footer: footerBody(version, [
        ...(markdown === null ? [] : [{ label: 'This page as Markdown', href: markdown }]),
        { label: 'llms.txt', href: addresses.llms },
      ]),
    }),
  )
}

/** Returns the sections of levels 2 and 3, for the list of sections. */
function sectionsOf({ sections }: DocPage): SiteSection[] {
  return sections
    .filter(({ heading: { level } }) => level === 2 || level === 3)
    .map(({ heading: { level, text, anchor } }) => ({ level, label: text, href: `#${anchor}` }))
}
