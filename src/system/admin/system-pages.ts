import type { AdminPage, Route } from '../../config/plugin.ts'
import { listPlugins, showPlugin } from './plugins/routes.ts'
import { togglePlugin } from './plugins/toggle-route.ts'

/** Pages about the service itself, for administrators: their lines in the menu. The routes answer at their paths. */
export const systemPages: Readonly<Record<string, AdminPage>> = {
  plugins: { path: '/admin/plugins', label: 'Plugins', icon: 'plug', group: 'system', order: 10, access: ['admin'] },
}

export const systemRoutes: Readonly<Record<string, Route>> = { listPlugins, showPlugin, togglePlugin }
