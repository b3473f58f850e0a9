import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import type { Documentation } from '../../docs/documentation.ts'
import { buildDocIndex } from '../../docs/search-docs.ts'
import { menuGroupsOf } from '../../docs/site/menu.ts'
import type { SiteIndex } from '../../docs/site/site-index.ts'
import type { Asset } from '../asset.ts'

const STYLE = fileURLToPath(new URL('../../docs/site/style.css', import.meta.url))

/** Builds the style sheet of the guides, which the reference uses as well. */
export async function buildGuideStyle(): Promise<Asset> {
  const { code } = await transform(readFileSync(STYLE, 'utf8'), { loader: 'css', minify: true, target: 'es2024' })
  return { name: 'docs.css', text: code }
}

/** Builds the data for the search in the guides. */
export function buildGuideIndex(documentation: Documentation): Asset {
  const index: SiteIndex = { ...buildDocIndex(documentation), groups: menuGroupsOf(documentation) }
  return { name: 'docs-search.json', text: JSON.stringify(index) }
}
