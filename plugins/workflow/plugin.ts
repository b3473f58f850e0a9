import { definePlugin } from 'lintel'
import { forgetDocument, guardPublishing } from './guard.ts'
import { settings } from './settings.ts'
import { workflowComments, workflowReviews } from './tables.ts'

/**
 * An editorial workflow: a review is requested, then approved or rejected, and determines whether the document can be
 * published.
 */
export default definePlugin({
  name: 'workflow',
  version: '1.0.0',
  description: 'Reviews before publishing: a demo of a plugin that restricts publishing.',
  environments: ['development'],
  settings,
  data: {
    tables: { workflowReviews, workflowComments },
    collectionColumns: { workflow_reviews: ['collection_id'] },
    accessTables: ['workflow_reviews'],
    sampleData: {
      make: async (c, sample) => (await import('./sample-data.ts')).sampleData.make(c, sample),
      clear: async (c) => (await import('./sample-data.ts')).sampleData.clear(c),
    },
  },
  http: {
    routes: () => import('./routes.ts'),
    hooks: {
      'before:content:save': guardPublishing,
      'content:delete': forgetDocument,
      'content:purge': forgetDocument,
    },
  },
  admin: {
    pages: {
      menu: {
        path: '/admin/workflow',
        label: 'Reviews',
        icon: 'circle-check',
        group: 'content',
        order: 70,
        access: ['admin', 'editor'],
      },
    },
    documentPanels: {
      review: {
        label: 'Review',
        place: 'side',
        order: 40,
        access: ['admin', 'editor'],
        render: async (c, shown) => (await import('./panel/review-panel.tsx')).reviewPanel(c, shown),
      },
    },
    dashboardSections: {
      reviews: {
        label: 'Reviews',
        order: 10,
        access: ['admin', 'editor'],
        render: async (c) => (await import('./pages/reviews-section.tsx')).reviewsSection(c),
      },
    },
    messages: { de: () => import('./messages/de.ts') },
  },
  operations: { opens: { collections: 'less', reviewers: 'more', ownApproval: 'true' } },
})
