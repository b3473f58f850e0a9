import type { AccessRule } from './access.ts'
import type { Content, MenuGroup } from './pages.ts'
import type { RequestContext } from './request.ts'

/** A page of a plugin in the admin, with its line in the menu. */
export interface AdminPage {
  /** Below `/admin/`. */
  readonly path: `/admin/${string}`
  readonly label: string
  /** The name of a Lucide icon that the admin has. Default `puzzle`. */
  readonly icon?: string
  /** Default `system`. */
  readonly group?: MenuGroup
  /** Among the lines of its group, smallest first; by label among equals. Default 100. */
  readonly order?: number
  /** Access rule of the page; its menu line is hidden from everybody else. */
  readonly access: AccessRule
  /** Pages that belong to it, with no line of their own: they mark its line, and the search finds them by label. */
  readonly pages?: readonly { readonly path: `/admin/${string}`; readonly label: string }[]
  /** Left out where a route of the plugin answers at this path, which also gives it to programs as JSON. */
  readonly render?: (c: RequestContext) => Content | Promise<Content>
}
