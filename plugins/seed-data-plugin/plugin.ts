import { definePlugin } from 'lintel'
import { seedAtFirstStart } from './auto-seed.ts'
import { settings } from './settings.ts'
import { seedRecords, seedRuns } from './tables.ts'

export default definePlugin({
  name: 'seed-data-plugin',
  version: '1.0.0',
  description: 'Sample content, users and media for development and testing.',
  dependencies: ['core-media'],
  settings,
  services: { seed: async (c) => (await import('./service.ts')).seedService(c) },
  data: { tables: { seedRecords, seedRuns }, collectionColumns: { seed_records: ['collection'] } },
  http: { routes: () => import('./all-routes.ts') },
  admin: {
    pages: {
      menu: { path: '/admin/seed-data', label: 'Sample data', icon: 'sparkles', order: 60, access: ['admin'] },
    },
    messages: { de: () => import('./messages/de.ts') },
  },
  operations: { opens: { enabled: 'true', environments: 'more' }, install: seedAtFirstStart },
})
