import { definePlugin } from '../config/plugin.ts'
import { collectionsRoute } from './collections-route.ts'
import { contentRoute } from './content-route.ts'
import { docsRoutes } from './docs/routes.ts'
import { apiHealthRoute, healthRoute } from './health-routes.ts'
import { homeRoute } from './home-route.ts'
import { openapiRoute } from './openapi-route.ts'

/** Routes of every service for everybody. */
export const publicRoutesPlugin = definePlugin({
  name: 'service',
  version: '1.0.0',
  description: 'The service itself: its health, this description, and lists over all collections.',
  routes: {
    health: healthRoute,
    apiHealth: apiHealthRoute,
    openapi: openapiRoute,
    collections: collectionsRoute,
    content: contentRoute,
    home: homeRoute,
    ...docsRoutes,
  },
})
