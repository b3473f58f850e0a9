import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { RequestContext } from '../../config/request.ts'
import { auditLog, ID_KEY, readCursor, writeCursor } from '../../runtime/kit.ts'
import { firstIdOf } from './trim.ts'

/** Schema of a filter. Empty text, which forms send for an empty input, means no filter. */
const text = z
  .string()
  .max(200)
  .transform((value) => (value === '' ? undefined : value))
  .optional()
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date(), z.literal('')])
  .transform((value) => (value === '' ? undefined : value))
  .optional()

export const auditQuery = z.strictObject({
  actor: text.meta({ description: 'Id of the user.' }),
  action: text.meta({
    description: 'An action, such as `content.update`, `auth.login_failed` or `core-auth.revokeToken`.',
  }),
  collection: text.meta({ description: 'A collection, or `users`, `media`.' }),
  id: text.meta({ description: 'Id of the document or other object.' }),
  from: moment.meta({ description: 'Only entries at or after this date or time (ISO 8601).' }),
  to: moment.meta({ description: 'Only entries before this date or time.' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(2000).optional().meta({
    description: '`nextCursor` of the previous page. Apart from `limit`, the query must stay the same.',
  }),
})

export type AuditQuery = z.output<typeof auditQuery>

const change = z.union([
  z.strictObject({ before: z.unknown().optional(), after: z.unknown().optional() }),
  z.strictObject({ hidden: z.literal(true) }),
])

export const auditEntry = z
  .strictObject({
    id: z.string(),
    at: z.iso.datetime({ precision: 3 }),
    action: z.string(),
    actor: z.strictObject({ id: z.string(), email: z.string().nullable() }).nullable(),
    collection: z.string().nullable(),
    documentId: z.string().nullable(),
    changes: z.record(z.string(), change).nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, from where and when.' })

export type AuditEntryObject = z.input<typeof auditEntry>

export interface AuditPage {
  readonly entries: readonly AuditEntryObject[]
  readonly pagination: { readonly limit: number; readonly hasNext: boolean; readonly nextCursor: string | null }
}

/**
 * Reads entries of the log, newest first.
 * @throws HttpError `invalid_query` for a cursor of another query
 */
export async function readAuditLog(c: RequestContext, query: AuditQuery): Promise<AuditPage> {
  const { limit, cursor, ...filters } = query
  const queryKey = JSON.stringify(['audit_log', ...Object.entries(filters).sort().flat()])
  const after = cursor === undefined ? null : String(readCursor(cursor, queryKey, [ID_KEY]).after[0])
  const rows = await c
    .get('db')
    .select()
    .from(auditLog)
    .where(and(...conditions(filters), after === null ? undefined : lt(auditLog.id, after)))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1) // one more tells whether there is a next page
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasNext = rows.length > limit
  const nextCursor = hasNext && last ? writeCursor({ page: 1, after: [last.id] }, queryKey) : null
  return { entries: shown.map(toObject), pagination: { limit, hasNext, nextCursor } }
}

function conditions({ actor, action, collection, id, from, to }: Omit<AuditQuery, 'limit' | 'cursor'>): SQL[] {
  return [
    ...(actor === undefined ? [] : [eq(auditLog.actorId, actor)]),
    ...(action === undefined ? [] : [eq(auditLog.action, action)]),
    ...(collection === undefined ? [] : [eq(auditLog.collection, collection)]),
    ...(id === undefined ? [] : [eq(auditLog.documentId, id)]),
    ...(from === undefined ? [] : [gte(auditLog.id, firstIdOf(Date.parse(from)))]),
    ...(to === undefined ? [] : [lt(auditLog.id, firstIdOf(Date.parse(to)))]),
  ]
}

function toObject(row: typeof auditLog.$inferSelect): AuditEntryObject {
  const { actorId, actorEmail, at, ...rest } = row
  return {
    ...rest,
    changes: row.changes as AuditEntryObject['changes'], // each change has one of the forms that the schema declares
    details: row.details as AuditEntryObject['details'], // written as an object
    at: new Date(at).toISOString(),
    actor: actorId === null ? null : { id: actorId, email: actorEmail },
  }
}
