import { sqlText } from '../../../ground/sql-text.ts'
import { auditOrigin } from '../../audit/audit.ts'
import { type Change, type Changes, change, HIDDEN } from '../../audit/changes.ts'
import { uuidv7 } from '../../common/uuidv7.ts'
import type { SqlValue, Statement } from '../../database/database.ts'
import { inParts } from '../../database/in-parts.ts'
import type { FieldPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import type { Deletions } from './deletions.ts'

/** Change to a document. `before` is `null` for a new document, `after` for a deleted one. */
export interface DocumentChange {
  readonly action:
    | 'content.create'
    | 'content.update'
    | 'content.restore'
    | 'content.draft'
    | 'content.discard'
    | 'content.publish'
    | 'content.delete'
    | 'content.undelete'
  readonly before: DocumentRow | null
  readonly after: DocumentRow | null
}

const COLUMNS =
  '"id", "at", "actor_id", "actor_email", "action", "collection", "document_id", "changes", "details", "ip_address", "user_agent", "request_id"'

const INSERT = sqlText`
  INSERT INTO "audit_log" (${COLUMNS})
  SELECT ${Array.from({ length: 12 }, (_, index) => `value->>${index}`).join(', ')}
  FROM json_each(?1)
`

/**
 * Composes the statements that write audit log entries for changes to documents, for the batch of these changes.
 * @param deletions documents that are deleted along with others
 */
export function auditStatements(
  call: Call,
  documentChanges: readonly DocumentChange[],
  deletions: Deletions = new Map(),
): Statement[] {
  const { name } = call.plan.collection
  const entries = documentChanges.map(({ action, before, after }) => {
    return { action, collection: name, id: (after ?? before)?.id ?? '', changes: changesOf(call, before, after) }
  })
  const others = [...deletions].flatMap(([collection, ids]) =>
    [...ids]
      .filter(([id, root]) => id !== root)
      .map(([id, root]) => ({ action: 'content.delete' as const, collection, id, details: { deletedWith: root } })),
  )
  return auditLines(call, [...entries, ...others])
}

/** An entry of the audit log about a document. */
export interface AuditLine {
  readonly action: DocumentChange['action'] | 'content.purge'
  readonly collection: string
  readonly id: string
  readonly changes?: Changes
  readonly details?: Readonly<Record<string, string>>
}

/** Composes the statements that write entries of the audit log, each with as many entries as fit into one parameter. */
export function auditLines(call: Call, lines: readonly AuditLine[]): Statement[] {
  const { actorId, actorEmail, ipAddress, userAgent, requestId } = auditOrigin(call.c)
  return inParts(
    INSERT,
    lines.map(({ action, collection, id, changes, details }): SqlValue[] => {
      const what = [action, collection, id, asJson(changes), asJson(details)]
      return [uuidv7(), call.now, actorId, actorEmail, ...what, ipAddress, userAgent, requestId]
    }),
  )
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** Returns the changed values. Compares the stored values, and decodes only those that differ. */
function changesOf({ plan }: Call, before: DocumentRow | null, after: DocumentRow | null): Changes {
  const changes: Record<string, Change> = {}
  for (const name of ['status', 'scheduledAt'] as const) {
    if (before?.[name] !== after?.[name]) changes[name] = change(before?.[name] ?? null, after?.[name] ?? null)
  }
  for (const field of plan.fields) {
    const { name } = field.field
    const [then, now] = [before?.[name] ?? null, after?.[name] ?? null]
    if (then === now || ((then ?? now) === EMPTY_LIST && (now ?? then) === EMPTY_LIST)) continue
    changes[name] = isHidden(field) ? HIDDEN : change(field.decode(then), field.decode(now))
  }
  return changes
}

/** Stored form of an empty list of references, as in a new document. */
const EMPTY_LIST = '[]'

/** Tells whether a field is left out of all responses, even those for administrators. */
function isHidden({ field }: FieldPlan): boolean {
  return field.hidden || field.access.read?.kind === 'nobody'
}
