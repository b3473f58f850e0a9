import { definePlugin } from '../../config/plugin.ts'

/**
 * Plugin with the Model Context Protocol, in environments with `mcp: true`. It is a separate entry point,
 * `lintel/system/mcp`, so that bundles of other programs do not contain it.
 */
export const mcpPlugin = definePlugin({
  name: 'mcp',
  version: '1.0.0',
  description: 'Schema, content and documentation for coding agents and other programs, read-only, at /mcp.',
  http: { routes: () => import('./routes.ts') },
})
