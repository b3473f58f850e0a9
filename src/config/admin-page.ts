import type { AccessRule } from '../ground/access.ts'
import type { Content } from '../ground/content.ts'
import type { MenuGroup } from './pages.ts'
import type { RequestContext } from './request.ts'

/** A plugin's page in the admin, with its entry in the menu. */
export interface AdminPage {
  /** Path of the page, below `/admin/`. */
  readonly path: `/admin/${string}`
  readonly label: string
  /** The name of a Lucide icon that the admin contains. Default `puzzle`. */
  readonly icon?: string
  /** Group of the menu that the entry belongs to. Default `system`. */
  readonly group?: MenuGroup
  /** Position among the entries of the group, smallest first; equal positions are sorted by label. Default 100. */
  readonly order?: number
  /** Access rule of the page. The menu entry is hidden from everybody whom it refuses. */
  readonly access: AccessRule
  /**
   * Subpages without a menu entry. They highlight the entry of this page, and the admin's search finds them by label.
   */
  readonly pages?: readonly { readonly path: `/admin/${string}`; readonly label: string }[]
  /**
   * Renders the page. Leave it out when a route of the plugin serves this path; that route also returns JSON to
   * programs.
   */
  readonly render?: (c: RequestContext) => Content | Promise<Content>
}
