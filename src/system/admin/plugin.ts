import { definePlugin } from '../../config/plugin.ts'
import { collectionRoutes, collectionsPage } from './collections/routes.ts'
import { previews } from './content/preview-tokens.ts'
import { contentPage, contentRoutes } from './content/routes.ts'
import { contentColumns, contentViews, previewTokens } from './content/tables.ts'
import { statsRoute } from './dashboard/stats-route.ts'
import { systemStatusRoute } from './dashboard/system-status-route.ts'
import { goRoute } from './go/go-route.ts'
import { systemPages, systemRoutes } from './system-pages.ts'

/** Pages for people who work on the content (specification, "Admin routes"). */
export const adminPlugin = definePlugin({
  name: 'admin',
  version: '1.0.0',
  description: 'The admin: content, people and the system, for editors and administrators.',
  adminPages: {
    ...systemPages,
    dashboard: {
      path: '/admin/',
      label: 'Dashboard',
      icon: 'house',
      group: 'content',
      order: 0,
      access: ['editor'],
      render: async (c) => (await import('./dashboard/dashboard.tsx')).dashboard(c),
    },
    content: contentPage,
    collections: collectionsPage,
  },
  messages: { de: () => import('./messages/de.ts') },
  tables: { contentViews, contentColumns, previewTokens },
  secretColumns: { preview_tokens: ['hash'] },
  collectionColumns: {
    content_views: ['collection'],
    content_columns: ['collection'],
    preview_tokens: ['collection'],
  },
  accountColumns: { content_columns: ['user_id'] },
  accessTables: ['preview_tokens'],
  services: { previews },
  routes: {
    ...contentRoutes,
    ...collectionRoutes,
    ...systemRoutes,
    go: goRoute,
    stats: statsRoute,
    systemStatus: systemStatusRoute,
  },
})
