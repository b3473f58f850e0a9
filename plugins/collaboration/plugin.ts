import { definePlugin } from 'lintel'
import { log } from 'lintel/kit'
import { forgetComments } from './comments/forget.ts'
import { integrity } from './comments/integrity.ts'
import { settings } from './settings.ts'
import { collaborationComments, collaborationMentions, collaborationPresence, collaborationThreads } from './tables.ts'
import { WRITERS } from './writers.ts'

/** Collaboration in one document: who has it open, who is editing, and comments. */
export default definePlugin({
  name: 'collaboration',
  version: '1.0.0',
  description:
    'Shows who else has a document open and who is editing it; comments on documents and fields, with mentions.',
  settings,
  data: {
    tables: { collaborationPresence, collaborationThreads, collaborationComments, collaborationMentions },
    collectionColumns: { collaboration_presence: ['collection_id'], collaboration_threads: ['collection_id'] },
    accountColumns: { collaboration_presence: ['user_id'], collaboration_mentions: ['user_id'] },
    integrity,
  },
  http: {
    routes: () => import('./all-routes.ts'),
    hooks: { 'content:delete': forgetComments, 'content:purge': forgetComments },
  },
  admin: {
    pages: {
      menu: {
        path: '/admin/collaboration',
        label: 'Comments',
        icon: 'message-square',
        group: 'content',
        order: 75,
        access: WRITERS,
      },
    },
    documentPanels: {
      presence: {
        label: 'People here',
        place: 'top',
        access: WRITERS,
        render: async (c, shown) => (await import('./presence/panel.tsx')).presencePanel(c, shown),
      },
      comments: {
        label: 'Comments',
        place: 'side',
        order: 60,
        access: WRITERS,
        render: async (c, shown) => (await import('./comments/panel.tsx')).commentsPanel(c, shown),
      },
    },
    dashboardSections: {
      mentions: {
        label: 'Mentions of you',
        order: 30,
        access: WRITERS,
        render: async (c) => (await import('./comments/mentions-section.tsx')).mentionsSection(c),
      },
    },
    messages: { de: () => import('./messages/de.ts') },
  },
  operations: {
    cron: {
      sweep: {
        everyMinutes: 60,
        run: async (c) => {
          const { sweepPresence } = await import('./presence/presence.ts')
          const swept = await sweepPresence(c, Date.now())
          if (swept > 0) log(c, 'info', { type: 'collaboration', swept })
        },
      },
    },
  },
})
