import { definePlugin } from 'lintel'
import { deliverDue, forgetOld } from './deliver.ts'
import { messages, outbox, outboxMessage, sendTest, settingsPage, template, templates } from './routes.ts'
import { emailService } from './service.ts'
import { settings } from './settings.ts'
import { emailMessages } from './tables.ts'

export default definePlugin({
  name: 'email',
  version: '1.0.0-beta.1',
  description: 'Transactional email through a delivery provider, with templates, a queue and a log.',
  settings,
  opens: { provider: 'other', baseUrl: 'other', binding: 'other', smtp: 'other', fromEmail: 'other', replyTo: 'other' },
  optionalSecrets: (environment, { deliverInDevelopment }) =>
    environment === 'development' && deliverInDevelopment !== true ? ['apiKey'] : [],
  tables: { emailMessages },
  secretColumns: { email_messages: ['html', 'body'] },
  accessTables: ['email_messages'],
  services: { email: emailService },
  messages: { de: () => import('./messages/de.ts') },
  adminPages: {
    menu: { path: '/admin/plugins/email/settings', label: 'Email', icon: 'mail', order: 45, access: ['admin'] },
  },
  routes: { settingsPage, sendTest, messages, outbox, outboxMessage, templates, template },
  cron: {
    deliver: { everyMinutes: 1, run: deliverDue },
    forget: { everyMinutes: 1440, run: forgetOld },
  },
})
