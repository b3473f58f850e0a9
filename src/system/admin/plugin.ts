import { definePlugin } from '../../config/plugin.ts'
import { adminPages } from './admin-pages.ts'
import { previews } from './content/preview/tokens.ts'
import { contentColumns, contentViews, previewTokens, previewValues } from './content/tables.ts'
import { withKinds } from './kinds.ts'

/** Plugin with the pages for people who work on the content. */
export const adminPlugin = definePlugin({
  name: 'admin',
  version: '1.0.0',
  description: 'The admin: content, people and the system, for editors and administrators.',
  services: { previews },
  data: {
    tables: { contentViews, contentColumns, previewTokens, previewValues },
    secretColumns: { preview_tokens: ['hash'], preview_values: ['hash', 'fields'] },
    collectionColumns: {
      content_views: ['collection'],
      content_columns: ['collection'],
      preview_tokens: ['collection'],
    },
    accountColumns: { content_columns: ['user_id'] },
    accessTables: ['preview_tokens'],
    keptTables: ['preview_tokens'],
  },
  http: { routes: () => import('./all-routes.ts'), middleware: [withKinds] },
  admin: { pages: adminPages, messages: { de: () => import('./messages/de.ts') } },
})
