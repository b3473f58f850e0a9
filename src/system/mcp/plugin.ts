import { definePlugin } from '../../config/plugin.ts'

/**
 * The Model Context Protocol, in environments that ask for it by `mcp: true`. It is a door of its own, `lintel/system/mcp`:
 * the bundle of a program that nobody asks for it does not hold it.
 */
export const mcpPlugin = definePlugin({
  name: 'mcp',
  version: '1.0.0',
  description: 'Schema, content and documentation for coding agents and other programs, read-only, at /mcp.',
  routes: () => import('./routes.ts'),
})
