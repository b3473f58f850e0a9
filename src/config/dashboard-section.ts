import type { AccessRule } from '../ground/access.ts'
import type { Content } from '../ground/content.ts'
import type { RequestContext } from './request.ts'

/** A plugin's section of the dashboard: what the user has to do, or should know. */
export interface DashboardSection {
  /** Heading of the section. */
  readonly label: string
  /**
   * Position among the plugins' sections, smallest first; equal positions are sorted by plugin and name. Default 100.
   */
  readonly order?: number
  /** The callers who see the section, among those who may open the dashboard. */
  readonly access: AccessRule
  /**
   * Renders the content for the caller. `null` leaves the section out. If it throws, the error is logged, and the
   * dashboard shows a note in place of the section.
   */
  readonly render: (c: RequestContext) => Content | null | Promise<Content | null>
  /**
   * Reads calendar entries for users who see the section, between two times in milliseconds since the epoch. If it
   * throws, the error is logged, and the calendar is shown without these entries.
   */
  readonly planned?: (
    c: RequestContext,
    range: { readonly from: number; readonly to: number },
  ) => readonly PlannedEntry[] | Promise<readonly PlannedEntry[]>
}

/** A plugin's entry in the calendar, shown under the label of its section. */
export interface PlannedEntry {
  readonly title: string
  /** Path of the page in the admin that the entry links to: `/admin/…`. */
  readonly path: string
  /** Time of the entry, in milliseconds since the epoch. */
  readonly at: number
}
