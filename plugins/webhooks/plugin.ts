import { definePlugin } from 'lintel'
import { log, settingsOf } from 'lintel/kit'
import { checkSettings } from './check-settings.ts'
import { enqueue } from './enqueue.ts'
import { settings, WEBHOOK_EVENTS } from './settings.ts'
import { webhookDeliveries } from './tables.ts'

const DAY = 86_400_000

export default definePlugin({
  name: 'webhooks',
  version: '1.0.0-beta.1',
  description: 'Sends signed events to other systems, and repeats a delivery until it is accepted.',
  settings,
  checkSettings,
  data: { tables: { webhookDeliveries }, accessTables: ['webhook_deliveries'], keptTables: ['webhook_deliveries'] },
  http: {
    hooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, enqueue])),
    routes: () => import('./routes.ts'),
  },
  admin: {
    messages: { de: () => import('./messages/de.ts') },
    pages: {
      menu: {
        path: '/admin/webhooks',
        label: 'Webhooks',
        icon: 'webhook',
        order: 50,
        access: ['admin'],
        pages: [{ path: '/admin/webhooks/deliveries', label: 'Deliveries' }],
      },
    },
  },
  operations: {
    opens: { endpoints: 'more' },
    cron: {
      deliver: {
        everyMinutes: 1,
        run: async (c) => {
          const { deliverDue } = await import('./deliver.ts')
          const attempts = await deliverDue(c)
          if (attempts > 0) log(c, 'info', { type: 'webhooks', attempts })
        },
      },
      trim: {
        everyMinutes: 60,
        run: async (c) => {
          const { trimDeliveries } = await import('./deliveries.ts')
          const trimmed = await trimDeliveries(c.var.db, Date.now() - settingsOf(c, settings).retention * DAY)
          if (trimmed > 0) log(c, 'info', { type: 'webhooks', trimmed })
        },
      },
    },
  },
})
