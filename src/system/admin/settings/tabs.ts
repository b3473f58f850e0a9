import { message, type RequestContext } from '../../../runtime/kit.ts'
import { appearance } from './appearance.ts'
import { environments, general, hooks, roles } from './config-facts.ts'
import { features } from './features.ts'
import { notifications, schema, security, storage } from './system-facts.ts'
import type { TabSettings } from './tab-settings.ts'

/** Readers of the tabs' content: facts by name. */
const TABS = {
  general,
  appearance,
  security,
  notifications,
  storage,
  schema,
  environments,
  features,
  roles,
  hooks,
} as const

export type Tab = keyof typeof TABS

export const TAB_LABELS: Readonly<Record<Tab, string>> = {
  general: message('General'),
  appearance: message('Appearance'),
  security: message('Security'),
  notifications: message('Notifications'),
  storage: message('Storage'),
  schema: message('Schema'),
  environments: message('Environments'),
  features: message('Features'),
  roles: message('Roles'),
  hooks: message('Hooks'),
}

export function isTab(name: string): name is Tab {
  return Object.hasOwn(TABS, name)
}

export async function readTab(c: RequestContext, tab: Tab): Promise<TabSettings> {
  return TABS[tab](c)
}
