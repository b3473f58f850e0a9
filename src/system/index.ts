/** `lintel/system`: the built-in parts of every service, written as plugins. */
import { definePlugin, type PluginUse } from '../config/plugin.ts'
import { adminPlugin } from './admin/plugin.ts'
import { auditPlugin } from './audit/plugin.ts'
import { coreTablesPlugin } from './core-tables.ts'
import { pagesPlugin } from './pages/plugin.ts'

/** Plugin with the public routes of every service. */
const publicRoutesPlugin = definePlugin({
  name: 'service',
  version: '1.0.0',
  description: 'The service itself: its health, this description, and lists across all collections.',
  http: { routes: () => import('./all-routes.ts') },
})

/** The built-in plugins, in order. They precede the config's plugins. */
export const systemPlugins: readonly PluginUse[] = [
  coreTablesPlugin(),
  auditPlugin(),
  pagesPlugin(),
  publicRoutesPlugin(),
  adminPlugin(),
]
