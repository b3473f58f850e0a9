/** Addresses of the guides, as their pages write them. */
export interface SiteAddresses {
  readonly home: string
  /** A page: `:page` stands for its name. */
  readonly page: string
  /** A page as Markdown: `:page` stands for its name. */
  readonly markdown: string
  /** The page that answers `?q=` without a script; `null` where nobody can. */
  readonly search: string | null
  readonly llms: string
  readonly icon: string
  /** Files that all pages load, by name: `docs.css`. */
  readonly assets: Readonly<Record<string, string>>
}

/** Path of the guides on a service. */
export const SERVICE_GUIDES = '/docs/guides'

/** Addresses on a service, from its root. */
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
 * Addresses on a site of its own.
 * @param root what they begin with: nothing where they are relative to a page, as on any host and below any path
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

/** The address of a page. */
export function addressOfPage(pattern: string, name: string): string {
  return pattern.replace(':page', name)
}
