import type { RequestContext } from '../../config/request.ts'
import { decisionFor, manifestOf } from '../../runtime/kit.ts'

/** A line below a line of the menu. */
export interface MenuLine {
  readonly label: string
  readonly path: string
  readonly isCurrent: boolean
  /** Everybody sees it, not only who has made it. */
  readonly isShared?: boolean
  /** Address of the form for a new document, for those who may create one. */
  readonly create?: string
  readonly lines?: readonly MenuLine[]
}

/** Collections with a line in the menu; where there are more, lists name the others themselves. */
export const MOST_IN_MENU = 20

/** Below these paths the query says which collection is looked at. */
const CONTENT = '/admin/content'

/** The lists of collections that the caller may read, the current one with its views. */
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

/** Shows the views of the collection that is looked at below its line. */
export function showViewsInMenu(c: RequestContext, views: readonly MenuLine[]): void {
  viewsIn.set(c.req.raw, views)
}

const viewsIn = new WeakMap<Request, readonly MenuLine[]>()
