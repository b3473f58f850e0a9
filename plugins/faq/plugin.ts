import { definePlugin } from 'lintel'
import { faqCategories, faqQuestions } from './tables.ts'

/** A small plugin to learn from: tables, a public route, pages in the admin, sample data. */
export default definePlugin({
  name: 'faq',
  version: '1.0.0',
  description: 'Questions and answers by category: a demo of a plugin with tables and pages of its own.',
  environments: ['development'],
  data: {
    tables: { faqCategories, faqQuestions },
    sampleData: {
      make: async (c, sample) => (await import('./sample-data.ts')).sampleData.make(c, sample),
      clear: async (c) => (await import('./sample-data.ts')).sampleData.clear(c),
    },
  },
  http: { routes: () => import('./routes.ts') },
  admin: {
    pages: {
      menu: {
        path: '/admin/faq',
        label: 'FAQ',
        icon: 'list',
        group: 'content',
        order: 80,
        access: ['admin', 'editor'],
      },
    },
    messages: { de: () => import('./messages/de.ts') },
  },
})
