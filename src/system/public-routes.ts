import { definePlugin } from '../config/plugin.ts'

/** Plugin with the public routes of every service. */
export const publicRoutesPlugin = definePlugin({
  name: 'service',
  version: '1.0.0',
  description: 'The service itself: its health, this description, and lists over all collections.',
  http: { routes: () => import('./all-routes.ts') },
})
