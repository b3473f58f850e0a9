import { printLlmsIndex } from '../../docs/llms-txt.ts'
import { addressOfPage, SERVICE_GUIDES, serviceAddresses } from '../../docs/site/addresses.ts'
import { buildSite } from '../../docs/site/build-site.ts'
import { type Guides, llmsOptions } from './read-guides.ts'

/**
 * Builds the guides for services, as files by path: `docs/guides/config.html` is served as `/docs/guides/config`.
 * @param assets addresses of files that all pages load, by name
 */
export async function buildServiceGuides(
  guides: Guides,
  assets: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const { documentation } = guides
  const addresses = serviceAddresses(assets)
  const { home, pages } = await buildSite({
    ...guides,
    addresses,
    links: [
      { label: 'Reference', href: '/docs' },
      { label: 'Guides', href: addresses.home },
    ],
    base: null,
    isCopy: true,
  })
  const options = llmsOptions(guides, (name) => addressOfPage(addresses.markdown, name))
  const folder = SERVICE_GUIDES.slice(1)
  return new Map([
    [`${folder}.html`, home],
    ...[...pages].map(([name, text]) => [`${folder}/${name}.html`, text] as const),
    [`${folder}/llms.txt`, printLlmsIndex(documentation, options)],
  ])
}
