/** `lintel/system`: the built-in parts of every service, written as plugins. */
import type { PluginUse } from '../config/plugin.ts'
import { adminPlugin } from './admin/plugin.ts'
import { auditPlugin } from './audit/plugin.ts'
import { coreTablesPlugin } from './core-tables.ts'
import { pagesPlugin } from './pages/plugin.ts'
import { publicRoutesPlugin } from './public-routes.ts'

/** The built-in plugins, in order. They precede the config's plugins. */
export const systemPlugins: readonly PluginUse[] = [
  coreTablesPlugin(),
  auditPlugin(),
  pagesPlugin(),
  publicRoutesPlugin(),
  adminPlugin(),
]
