import type { MenuGroup } from '../../config/pages.ts'
import type { RequestContext } from '../../config/request.ts'
import type { MenuItem } from '../../manifest/index.ts'
import { activePlugins, decisionFor, manifestOf, message } from '../../runtime/kit.ts'
import { collectionLines, type MenuLine } from './menu-lines.ts'

export interface MenuSection {
  readonly label: string
  readonly items: readonly (MenuItem & { readonly lines?: readonly MenuLine[] })[]
}

/** Path of the entry whose subentries are collections. */
const CONTENT = '/admin/content/'

const GROUPS: readonly (readonly [MenuGroup, string])[] = [
  ['content', message('Content')],
  ['people', message('People')],
  ['system', message('System')],
]

/** Returns the menu entries that the caller may open, in groups, each sorted by the order of its entries. */
export async function menuFor(c: RequestContext): Promise<readonly MenuSection[]> {
  const { plugins, routes } = manifestOf(c)
  const active = await activePlugins(c)
  const readable = new Set(
    routes.filter(({ method, access }) => method === 'GET' && decisionFor(c, access) !== false).map(({ path }) => path),
  )
  const items = plugins
    .filter(({ name }) => active.has(name))
    .flatMap(({ menu }) => menu)
    .filter(({ path }) => readable.has(path))
    .map((item) => (item.path === CONTENT ? { ...item, lines: collectionLines(c) } : item))
    .map((item) => (item.pages ? { ...item, pages: item.pages.filter(({ path }) => readable.has(path)) } : item))
  return GROUPS.map(([group, label]) => ({
    label,
    items: items.filter((item) => item.group === group).sort(byOrder),
  })).filter((section) => section.items.length > 0)
}

function byOrder(a: MenuItem, b: MenuItem): number {
  return a.order - b.order || (a.label < b.label ? -1 : 1)
}
