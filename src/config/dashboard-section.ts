import type { AccessRule } from './access.ts'
import type { Content } from './pages.ts'
import type { RequestContext } from './request.ts'

/** A plugin's part of the dashboard: what its reader has to do, or should know. */
export interface DashboardSection {
  /** Its heading. */
  readonly label: string
  /** Among the sections of plugins, smallest first; by plugin and name among equals. Default 100. */
  readonly order?: number
  /** Callers who see it, among those who may open the dashboard. */
  readonly access: AccessRule
  /**
   * Renders its content for the caller. `null` leaves the section out. If it throws, the error is logged, and the
   * dashboard is shown with a note in place of the section.
   */
  readonly render: (c: RequestContext) => Content | null | Promise<Content | null>
  /**
   * Reads entries for the calendar of those who see the section: from one time up to another, in milliseconds since the
   * epoch. If it throws, the error is logged, and the calendar is shown without it.
   */
  readonly planned?: (
    c: RequestContext,
    range: { readonly from: number; readonly to: number },
  ) => readonly PlannedEntry[] | Promise<readonly PlannedEntry[]>
}

/** Entry of a plugin in the calendar, shown under the label of its section. */
export interface PlannedEntry {
  readonly title: string
  /** Page that it leads to, in the admin: `/admin/…`. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly at: number
}
