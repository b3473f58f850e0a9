import { definePlugin, type EventName, type Hook } from 'lintel'
import { invalidate } from './invalidations.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { namespacesEndingOn } from './namespaces.ts'
import { responseCache } from './responses.ts'
import { createCacheService } from './service.ts'
import { settings } from './settings.ts'
import { invalidations, statistics } from './tables.ts'

/** Invalidates the namespaces that list the event in `invalidateOn`. */
const endNamespaces: Hook = async ({ event }, c) => {
  for (const namespace of namespacesEndingOn(event)) await invalidate(c, isolateCacheOf(c), `cache:${namespace}:*`)
}

/**
 * Events that can invalidate a namespace, except content events: a namespace that lists those depends on the
 * generations in the database instead.
 */
const EVENTS = [
  'auth:login',
  'auth:logout',
  'media:upload',
  'media:delete',
  'user:update',
] as const satisfies readonly EventName[]

export default definePlugin({
  name: 'cache',
  version: '1.0.0-alpha.1',
  description: 'Three-tier cache: memory, key-value store, database.',
  settings,
  services: { cache: createCacheService, responses: responseCache },
  data: { tables: { invalidations, statistics } },
  http: {
    hooks: Object.fromEntries(EVENTS.map((event) => [event, endNamespaces])),
    routes: () => import('./all-routes.ts'),
  },
  admin: {
    messages: { de: () => import('./messages/de.ts') },
    pages: {
      menu: {
        path: '/admin/cache',
        label: 'Cache',
        icon: 'zap',
        order: 40,
        access: ['admin', 'editor'],
        pages: [{ path: '/admin/cache/browser', label: 'Entries' }],
      },
    },
  },
})
