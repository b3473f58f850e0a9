import { type DefaultTreeAdapterMap, parse } from 'parse5'

type Element = DefaultTreeAdapterMap['element']

/** A page as a crawler sees it. */
export interface CrawledPage {
  readonly ids: ReadonlySet<string>
  /** Addresses that it links to or loads, as they are written. */
  readonly addresses: readonly string[]
}

/** Reads a page's anchors and addresses. */
export function readPage(html: string): CrawledPage {
  const elements = elementsOf(parse(html))
  const values = (...names: string[]) =>
    elements.flatMap(({ attrs }) => attrs.filter(({ name }) => names.includes(name)).map(({ value }) => value))
  return { ids: new Set(values('id')), addresses: values('href', 'src', 'action', 'data-index') }
}

/**
 * Follows links from page to page, and tells which lead nowhere.
 * @param load gives what is at an address, without its anchor: a page's HTML, `''` for other files, `null` for nothing
 * @returns the pages by address, and each broken link with the page that has it
 */
export async function crawl(
  start: URL,
  load: (address: URL) => Promise<string | null>,
): Promise<{ pages: ReadonlyMap<string, CrawledPage | null>; broken: string[] }> {
  const pages = new Map<string, CrawledPage | null>()
  const waiting = [start]
  const links: { from: string; to: URL }[] = []
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    const { href } = address
    if (pages.has(href)) continue
    const html = await load(address)
    const page = html === null ? null : readPage(html)
    pages.set(href, page)
    for (const written of page?.addresses ?? []) {
      const to = new URL(written, address)
      if (to.origin !== start.origin) continue
      links.push({ from: href, to })
      waiting.push(withoutAnchor(to))
    }
  }
  const broken = links.filter(({ to }) => {
    const page = pages.get(withoutAnchor(to).href)
    const anchor = decodeURIComponent(to.hash.slice(1))
    return !page || (anchor !== '' && !page.ids.has(anchor))
  })
  return { pages, broken: [...new Set(broken.map(({ from, to }) => `${from} → ${to.href}`))] }
}

function withoutAnchor(address: URL): URL {
  const bare = new URL(address)
  bare.hash = ''
  return bare
}

function elementsOf(node: DefaultTreeAdapterMap['node']): Element[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : []
  return 'attrs' in node ? [node, ...inner] : inner
}
