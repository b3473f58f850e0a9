import type { AdminPage } from './admin-page.ts'
import type { DashboardSection } from './dashboard-section.ts'
import type { DocumentPanel } from './document-panel.ts'
import type { MessageFiles } from './messages.ts'

/** Parts of a plugin that people see, with their texts. */
export interface PluginAdmin {
  /** Pages with a line in the admin's menu. Each is a GET route as well, under its own name here. */
  readonly pages?: { readonly [name: string]: AdminPage }
  /** Its parts of the page of a document's form, by name. */
  readonly documentPanels?: { readonly [name: string]: DocumentPanel }
  /** Its parts of the dashboard, by name. */
  readonly dashboardSections?: { readonly [name: string]: DashboardSection }
  /** Translations of its pages' texts: `{ de: () => import('./messages/de.ts') }`. */
  readonly messages?: MessageFiles
}
