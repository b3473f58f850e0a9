import { definePlugin } from '../config/plugin.ts'
import { coreTables, emptyTrash } from '../runtime/kit.ts'

/** Plugin with the tables that every service has, regardless of its other plugins. */
export const coreTablesPlugin = definePlugin({
  name: 'core-tables',
  version: '1.0.0',
  description: 'Users, the content index, versions, and the state of plugins, jobs and migrations.',
  data: {
    tables: { ...coreTables },
    collectionColumns: {
      content: ['collection_id'],
      content_versions: ['collection_id'],
      content_drafts: ['collection_id'],
      content_draft_versions: ['collection_id'],
      content_trash: ['collection_id'],
      content_trash_references: ['collection_id'],
    },
    accountColumns: { team_permissions: ['user_id'] },
    accessTables: ['users', 'plugins', 'team_permissions', 'system_state', 'limited_attempts'],
    keptTables: ['limited_attempts'],
  },
  operations: { cron: { emptyTrash: { everyMinutes: 60, run: emptyTrash } } },
})
