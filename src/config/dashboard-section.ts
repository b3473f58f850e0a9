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
}
