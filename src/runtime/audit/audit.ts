import type { BatchItem } from 'drizzle-orm/batch'
import type { RequestContext } from '../../config/request.ts'
import type { Json } from '../../fields/field-type.ts'
import { clientAddress } from '../common/client-address.ts'
import { writeLog } from '../common/log.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import { asAppContext } from '../isolate/app-env.ts'
import { changesBetween, withoutSecrets } from './changes.ts'
import { auditLog } from './table.ts'

/** An action of a user. The user, the address and the request are added automatically. */
export interface AuditEntry {
  /** Permanent name of the action, `<subject>.<verb>`: `user.create`, `database.query`. */
  readonly action: string
  /** Collection, or other object of the action: `users`, `plugins`. */
  readonly collection?: string
  readonly id?: string
  /**
   * Fields before and after the change. Only fields that differ are stored, and no field that is named like a secret.
   */
  readonly before?: Readonly<Record<string, Json>> | null
  readonly after?: Readonly<Record<string, Json>> | null
  /** Additional facts. Facts named like secrets are left out. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Author of the change; `null` for nobody. Default: the caller. */
  readonly actor?: { readonly id: string; readonly email: string | null } | null
}

type AuditRow = typeof auditLog.$inferInsert

/**
 * Writes an entry for a user's action. The automatic entry of the route, `<plugin>.<route>`, is then left out. Never
 * fails: if the database rejects the entry, the entry is written to the log.
 */
export async function audit(c: RequestContext, entry: AuditEntry): Promise<void> {
  const row = auditRow(c, entry)
  try {
    await c.get('db').insert(auditLog).values(row)
  } catch (error) {
    writeLog('error', { type: 'audit', ...row, error: error instanceof Error ? error.message : String(error) })
  }
}

/** Returns the entry as a statement for the batch of the action, so that every change has an entry. */
export function auditStatement(c: RequestContext, entry: AuditEntry): BatchItem<'sqlite'> {
  return c.get('db').insert(auditLog).values(auditRow(c, entry))
}

function auditRow(c: RequestContext, entry: AuditEntry): AuditRow {
  const { action, collection = null, id = null, before = null, after = null, details, actor } = entry
  const changes = before === null && after === null ? null : changesBetween(before, after)
  return {
    ...auditOrigin(c, actor),
    id: uuidv7(),
    at: Date.now(),
    action,
    collection,
    documentId: id,
    changes,
    details: withoutSecrets({ ...details, ...routeOf(c, action) }),
  }
}

/** Route that made the change, if the action does not name it. */
function routeOf(c: RequestContext, action: string): { readonly by?: string } {
  const route = asAppContext(c).get('route')
  const by = route && `${route.plugin}.${route.handler}`
  return by === undefined || by === action ? {} : { by }
}

/** Returns actor and origin of a change, and marks the request as one with an audit entry. */
export function auditOrigin(c: RequestContext, actor: AuditEntry['actor'] = c.get('user')) {
  asAppContext(c).set('audited', true)
  return {
    actorId: actor?.id ?? null,
    actorEmail: actor?.email ?? null,
    ipAddress: clientAddress(c),
    userAgent: c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
    requestId: c.get('requestId'),
  }
}

const MAX_USER_AGENT = 300
