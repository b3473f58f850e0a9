/** `lintel/system`: what every service has, written as plugins. */
import type { PluginUse } from '../config/plugin.ts'
import { adminPlugin } from './admin/plugin.ts'
import { auditPlugin } from './audit/plugin.ts'
import { coreTablesPlugin } from './core-tables.ts'
import { mcpPlugin } from './mcp/plugin.ts'
import { pagesPlugin } from './pages/plugin.ts'
import { publicRoutesPlugin } from './public-routes.ts'

/**
 * In the order in which they stand before the config's plugins. One of them, `mcp`, is only where an environment asks for
 * it.
 */
export const systemPlugins: readonly PluginUse[] = [
  coreTablesPlugin(),
  auditPlugin(),
  pagesPlugin(),
  publicRoutesPlugin(),
  mcpPlugin(),
  adminPlugin(),
]
