import { definePlugin } from 'lintel'
import { log, type RequestContext, settingsOf } from 'lintel/kit'
import { forgetOld, observe, store } from './performance/collect.ts'
import { settings } from './settings.ts'
import { backupChunks, databaseStatistics } from './tables.ts'

/** Creates a backup if the settings ask for one in the current hour. Runs once an hour. */
async function backUp(c: RequestContext): Promise<void> {
  const { enableBackups, backupEvery } = settingsOf(c, settings)
  if (!enableBackups || backupEvery === 0 || new Date().getUTCHours() % backupEvery !== 0) return
  const { makeBackup } = await import('./backups/make-backup.ts')
  const { key, size, rows } = await makeBackup(c)
  log(c, 'info', { type: 'backup', key, size, rows })
}

export default definePlugin({
  name: 'database-tools-plugin',
  version: '1.0.0',
  description: 'Tables, an SQL console, migrations, backups and the costs of queries.',
  settings,
  services: { database: async (c) => (await import('./service.ts')).createDatabaseService(c) },
  data: {
    tables: { backupChunks, databaseStatistics },
    // While a backup is being written, this column contains rows of every table.
    secretColumns: { database_backup_chunks: ['text'] },
  },
  http: { routes: () => import('./all-routes.ts') },
  admin: {
    messages: { de: () => import('./messages/de.ts') },
    pages: {
      database: {
        path: '/admin/database',
        label: 'Database',
        icon: 'database',
        group: 'system',
        order: 40,
        access: ['admin'],
        pages: [
          { path: '/admin/database/tables', label: 'Tables' },
          { path: '/admin/database/query', label: 'SQL console' },
          { path: '/admin/database/migrations', label: 'Migrations' },
          { path: '/admin/database/backups', label: 'Backups' },
          { path: '/admin/database/performance', label: 'Performance' },
        ],
      },
    },
  },
  operations: {
    opens: {
      enableQueryConsole: 'true',
      allowWrites: 'true',
      secretColumns: 'less',
      enableBackups: 'true',
      enableRestore: 'true',
    },
    autoMigration: (start) => settingsOf(start, settings).autoMigration,
    observe,
    cron: {
      backup: { everyMinutes: 60, run: backUp },
      statistics: { everyMinutes: 1, run: store },
      trim: { everyMinutes: 1440, run: (c) => forgetOld(c, settingsOf(c, settings).keepStatistics) },
    },
  },
})
