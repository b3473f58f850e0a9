import type { Documentation } from '../documentation.ts'
import { addressOfPage, type SiteAddresses } from './addresses.ts'
import type { SiteMenu } from './layout.ts'

/** Guides under one heading of the menu. */
export interface MenuGroup {
  readonly title: string
  readonly pages: readonly { readonly name: string; readonly title: string }[]
}

/** Returns the guides grouped for the menu. */
export function menuGroupsOf({ groups }: Documentation): MenuGroup[] {
  return groups.map(({ title, entries }) => ({
    title,
    pages: entries.map(({ page }) => ({ name: page.name, title: page.title })),
  }))
}

/**
 * Returns the menu beside each guide.
 * @param current name of the current guide; `null` for other pages
 */
export function guidesMenu(
  groups: readonly MenuGroup[],
  { page }: Pick<SiteAddresses, 'page'>,
  current: string | null,
): SiteMenu {
  return {
    label: 'Guides',
    groups: groups.map(({ title, pages }) => ({
      title,
      links: pages.map((entry) => ({ label: entry.title, href: addressOfPage(page, entry.name) })),
    })),
    current: current === null ? null : addressOfPage(page, current),
  }
}
