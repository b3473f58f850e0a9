import { buildScripts } from '../../src/assets/build-scripts.ts'
import { buildGuideIndex, buildGuideStyle } from '../../src/assets/guides/guide-assets.ts'
import { llmsOptions, readGuides } from '../../src/assets/guides/read-guides.ts'
import { hashedPath } from '../../src/assets/hashed-path.ts'
import type { DocPage } from '../../src/docs/doc-page.ts'
import { printLlmsFull, printLlmsIndex } from '../../src/docs/llms-txt.ts'
import { siteAddresses } from '../../src/docs/site/addresses.ts'
import { buildMissingPage, buildSite, type SiteOptions } from '../../src/docs/site/build-site.ts'
import { escapeHtml } from '../../src/docs/site/escape-html.ts'
import { LOGO_SVG } from '../../src/docs/site/layout.ts'

/**
 * Builds the documentation as a website, and returns the contents of its files by path.
 * @param base address of the website, for parts that need absolute addresses: the site map, metadata for search
 * engines, and the 404 page, which is shown at any depth. `null` leaves out the first two.
 */
export async function staticSite(base: URL | null): Promise<ReadonlyMap<string, string>> {
  const guides = readGuides()
  const { documentation } = guides
  const assets = [await buildGuideStyle(), buildGuideIndex(documentation), ...(await buildScripts(['docs.ts']))]
  const paths = Object.fromEntries(assets.map((asset) => [asset.name, hashedPath(asset)]))
  const optionsBelow = (root?: string): SiteOptions => {
    const addresses = siteAddresses(paths, root)
    const links = [{ label: 'llms.txt', href: addresses.llms }]
    return { ...guides, addresses, links, base, isCopy: false }
  }
  const { home, pages } = await buildSite(optionsBelow())
  const llms = llmsOptions(guides, (name) => `${base?.href ?? ''}${name}.md`)
  return new Map([
    ['index.html', home],
    ...[...pages].map(([name, text]) => [`${name}.html`, text] as const),
    ['404.html', await buildMissingPage(optionsBelow(base?.pathname))],
    ...documentation.pages.map(({ name, text }) => [`${name}.md`, text] as const),
    ...assets.map((asset) => [hashedPath(asset), asset.text] as const),
    ['favicon.svg', LOGO_SVG],
    ['llms.txt', printLlmsIndex(documentation, llms)],
    ['llms-full.txt', printLlmsFull(documentation, llms)],
    ...(base ? [['sitemap.xml', siteMap(base, documentation.pages)] as const] : []),
  ])
}

/** Returns a site map in the format of https://www.sitemaps.org/protocol.html. */
function siteMap(base: URL, pages: readonly DocPage[]): string {
  const addresses = [base.href, ...pages.map(({ name }) => `${base.href}${name}.html`)]
  const lines = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`
}
