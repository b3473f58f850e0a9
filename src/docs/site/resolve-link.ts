import type { DocPage } from '../doc-page.ts'
import { type Documentation, findPage, INDEX } from '../documentation.ts'
import { addressOfPage, type SiteAddresses } from './addresses.ts'

/**
 * Resolves a link in a guide: `config.md#fields` becomes the page's address; links with a scheme do not change.
 * @throws Error for a page or a section that does not exist
 */
export function resolveLink(
  link: string,
  page: DocPage,
  documentation: Documentation,
  addresses: Pick<SiteAddresses, 'home' | 'page'>,
): string {
  if (/^[a-z][a-z+.-]*:/.test(link)) return link
  const [file = '', anchor] = link.split('#')
  if (file === `${INDEX}.md`) return addresses.home
  const target = file === '' ? page : findPage(documentation, file)
  const isThere = anchor === undefined || target?.sections.some(({ heading }) => heading.anchor === anchor)
  if (!target || !isThere) throw new Error(`docs/${page.name}.md links to ${link}, which does not exist`)
  const address = file === '' ? '' : addressOfPage(addresses.page, target.name)
  return anchor === undefined ? address : `${address}#${anchor}`
}
