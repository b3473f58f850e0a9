/** Addresses of the guides, used by their pages. */
export interface SiteAddresses {
  readonly home: string
  /** Address of a page; `:page` is replaced with the page's name. */
  readonly page: string
  /** Address of a page's Markdown; `:page` is replaced with the page's name. */
  readonly markdown: string
  /** Address of the page that handles `?q=` without a script; `null` if there is none. */
  readonly search: string | null
  readonly llms: string
  readonly icon: string
  /** Addresses of files that all pages load, by name: `docs.css`. */
  readonly assets: Readonly<Record<string, string>>
}

/** Path of the guides on a service. */
export const SERVICE_GUIDES = '/docs/guides'

/** Returns the addresses on a service, starting from its root. */
export function serviceAddresses(assets: Readonly<Record<string, string>>): SiteAddresses {
  return {
    home: SERVICE_GUIDES,
    page: `${SERVICE_GUIDES}/:page`,
    markdown: `${SERVICE_GUIDES}/:page.md`,
    search: `${SERVICE_GUIDES}/search`,
    llms: '/llms.txt',
    icon: '/favicon.svg',
    assets,
  }
}

/**
 * Returns the addresses on a separate site.
 * @param root prefix of all addresses. An empty prefix makes addresses relative to a page, which work on any host and
 * below any path.
 */
export function siteAddresses(assets: Readonly<Record<string, string>>, root = ''): SiteAddresses {
  return {
    home: `${root}index.html`,
    page: `${root}:page.html`,
    markdown: `${root}:page.md`,
    search: null,
    llms: `${root}llms.txt`,
    icon: `${root}favicon.svg`,
    assets: Object.fromEntries(Object.entries(assets).map(([name, path]) => [name, root + path])),
  }
}

/** Returns the address of a page: the pattern with the page's name in place of `:page`. */
export function addressOfPage(pattern: string, name: string): string {
  return pattern.replace(':page', name)
}
