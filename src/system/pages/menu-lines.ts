import type { RequestContext } from '../../config/request.ts'
import { decisionFor, manifestOf } from '../../runtime/kit.ts'

/** A subentry of a menu entry. */
export interface MenuLine {
  readonly label: string
  readonly path: string
  readonly isCurrent: boolean
  /** True if everybody sees it, not only its author. */
  readonly isShared?: boolean
  /** Address of the form for a new document, for users who may create one. */
  readonly create?: string
  readonly lines?: readonly MenuLine[]
}

/** Maximum number of collections in the menu. The list page links to all collections. */
export const MOST_IN_MENU = 20

/** Path of the content pages, whose query contains the collection. */
const CONTENT = '/admin/content'

/**
 * Returns menu entries for the lists of the collections that the caller may read, at most `MOST_IN_MENU`. The entry of
 * the current collection includes its views.
 */
export function collectionLines(c: RequestContext): readonly MenuLine[] {
  const current = c.req.path.startsWith(CONTENT) ? c.req.query('collection') : undefined
  const views = viewsIn.get(c.req.raw) ?? []
  return manifestOf(c)
    .collections.filter(({ access }) => decisionFor(c, access.read) !== false)
    .slice(0, MOST_IN_MENU)
    .map(({ name, label, singleton, access }) => ({
      label,
      path: `${CONTENT}/?collection=${name}`,
      isCurrent: name === current && !views.some(({ isCurrent }) => isCurrent),
      ...(!singleton && decisionFor(c, access.create) !== false && { create: `${CONTENT}/new?collection=${name}` }),
      ...(name === current && { lines: views }),
    }))
}

/** Shows the views of the current collection below its entry. */
export function showViewsInMenu(c: RequestContext, views: readonly MenuLine[]): void {
  viewsIn.set(c.req.raw, views)
}

const viewsIn = new WeakMap<Request, readonly MenuLine[]>()
