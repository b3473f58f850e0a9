import { definePlugin } from '../../config/plugin.ts'
import { auditLog } from '../../runtime/kit.ts'
import { auditHooks } from './hooks.ts'
import { trimAuditLog } from './trim.ts'

/** Plugin with the record of who changed what. The runtime and plugins write it; administrators read it. */
export const auditPlugin = definePlugin({
  name: 'audit',
  version: '1.0.0',
  description: 'The audit log: who changed what, from where and when.',
  data: { tables: { auditLog }, collectionColumns: { audit_log: ['collection'] }, keptTables: ['audit_log'] },
  http: { routes: () => import('./route.ts'), hooks: auditHooks },
  admin: {
    messages: { de: () => import('./messages/de.ts') },
    pages: {
      log: { path: '/admin/audit', label: 'Audit log', icon: 'history', group: 'system', order: 80, access: ['admin'] },
    },
  },
  operations: { cron: { trim: { everyMinutes: 60, run: trimAuditLog } } },
})
