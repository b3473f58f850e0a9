import { definePlugin } from 'lintel'
import { forgetDocument } from './forget-document.ts'
import { releaseDocuments, releases } from './tables.ts'

/** Releases: documents that are published together, at once or at a set time. */
export default definePlugin({
  name: 'releases',
  version: '1.0.0',
  description:
    'Releases: documents of any collections that are published together, now or at a set time, or not at all.',
  data: {
    tables: { releases, releaseDocuments },
    collectionColumns: { release_documents: ['collection_id'] },
    accessTables: ['releases', 'release_documents'],
  },
  http: {
    routes: () => import('./routes.ts'),
    hooks: { 'content:delete': forgetDocument, 'content:purge': forgetDocument },
  },
  admin: {
    pages: {
      menu: {
        path: '/admin/releases',
        label: 'Releases',
        icon: 'package',
        group: 'content',
        order: 65,
        access: ['admin', 'editor'],
      },
    },
    documentPanels: {
      release: {
        label: 'Releases',
        place: 'side',
        order: 60,
        access: ['admin', 'editor'],
        render: async (c, shown) => (await import('./pages/document-panel.tsx')).documentPanel(c, shown),
      },
    },
    dashboardSections: {
      releases: {
        label: 'Releases',
        order: 20,
        access: ['admin', 'editor'],
        render: async (c) => (await import('./pages/releases-section.tsx')).releasesSection(c),
        planned: async (c, range) => (await import('./read-releases.ts')).plannedReleases(c, range),
      },
    },
    messages: { de: () => import('./messages/de.ts') },
  },
  operations: {
    cron: { publish: { everyMinutes: 1, run: async (c) => (await import('./publish-due.ts')).publishDueReleases(c) } },
  },
})
