import { definePlugin } from '../../config/plugin.ts'
import { auditLog } from '../../runtime/kit.ts'

/** Who changed what: written by the runtime and by plugins, read by administrators. */
export const auditPlugin = definePlugin({
  name: 'audit',
  version: '1.0.0',
  description: 'The audit log: who changed what, from where and when.',
  tables: { auditLog },
})
