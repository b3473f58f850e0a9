import type { DocIndex } from '../search-docs.ts'
import type { MenuGroup } from './menu.ts'

/** Content of `docs-search.json`: the index of the guides, and their menu for the page of results. */
export interface SiteIndex extends DocIndex {
  readonly groups: readonly MenuGroup[]
}
