import type { MessageFiles } from '../messages/messages.ts'
import type { AdminPage } from './admin-page.ts'
import type { DashboardSection } from './dashboard-section.ts'
import type { DocumentPanel } from './document-panel.ts'

/** Parts of a plugin that people see, with their translations. */
export interface PluginAdmin {
  /** Pages with an entry in the admin's menu. Each is also a GET route, under its name here. */
  readonly pages?: { readonly [name: string]: AdminPage }
  /** Panels on the page of a document's form, by name. */
  readonly documentPanels?: { readonly [name: string]: DocumentPanel }
  /** Sections of the dashboard, by name. */
  readonly dashboardSections?: { readonly [name: string]: DashboardSection }
  /** Translations of the messages of the plugin's pages: `{ de: () => import('./messages/de.ts') }`. */
  readonly messages?: MessageFiles
}
