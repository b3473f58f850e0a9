import { definePlugin } from 'lintel'
import { settings } from './settings.ts'
import { emailMessages } from './tables.ts'

export default definePlugin({
  name: 'email',
  version: '1.0.0-beta.1',
  description: 'Transactional email through a delivery provider, with templates, a queue and a log.',
  settings,
  services: { email: async (c) => (await import('./service.ts')).emailService(c) },
  data: {
    tables: { emailMessages },
    secretColumns: { email_messages: ['html', 'body'] },
    accessTables: ['email_messages'],
    keptTables: ['email_messages'],
  },
  http: { routes: () => import('./routes.ts') },
  admin: {
    messages: { de: () => import('./messages/de.ts') },
    pages: {
      menu: {
        path: '/admin/plugins/email/settings',
        label: 'Email',
        icon: 'mail',
        order: 45,
        access: ['admin'],
        pages: [
          { path: '/admin/plugins/email/messages', label: 'Messages' },
          { path: '/admin/plugins/email/outbox', label: 'Outbox' },
          { path: '/admin/plugins/email/templates', label: 'Templates' },
        ],
      },
    },
  },
  operations: {
    opens: {
      provider: 'other',
      baseUrl: 'other',
      binding: 'other',
      smtp: 'other',
      fromEmail: 'other',
      replyTo: 'other',
    },
    tellsAddress: () => 'sends mail with links to the service',
    optionalSecrets: (environment, { deliverInDevelopment }) =>
      environment === 'development' && deliverInDevelopment !== true ? ['apiKey'] : [],
    cron: {
      deliver: { everyMinutes: 1, run: async (c) => (await import('./deliver.ts')).deliverDue(c) },
      forget: { everyMinutes: 1440, run: async (c) => (await import('./deliver.ts')).forgetOld(c) },
    },
  },
})
