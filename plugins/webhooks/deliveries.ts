import { and, desc, eq, inArray, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { RowsStatement } from 'lintel'
import { uuidv7 } from 'lintel/kit'
import { type DeliveryRow, type DeliveryStatus, webhookDeliveries as table } from './tables.ts'

/** A new delivery: an event for an endpoint. */
export interface NewDelivery {
  readonly endpoint: string
  readonly event: string
  readonly payload: string
}

/** Stores deliveries, all or none, and returns their ids. They are due at once. */
export async function insertDeliveries(
  db: DrizzleD1Database,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<readonly string[]> {
  const rows = deliveries.map((delivery) => ({ ...delivery, id: uuidv7(), nextAttemptAt: now, createdAt: now }))
  const [first, ...rest] = rows.map((row) => db.insert(table).values(row))
  if (first) await db.batch([first, ...rest])
  return rows.map(({ id }) => id)
}

/**
 * A delivery that is stored in the transaction of a change. `subject` is the document that it is about; deliveries
 * about one document are made in order.
 */
export interface StoredDelivery extends NewDelivery {
  readonly id: string
  readonly subject: string | null
}

const COLUMNS = 'id, endpoint, event, subject, payload, next_attempt_at, created_at'

/** Returns the statement that stores deliveries. They are due at once. */
export function storedDeliveries(deliveries: readonly StoredDelivery[], now: number): RowsStatement {
  const values = [0, 1, 2, 3, 4, 5, 5].map((index) => `value->>${index}`)
  return {
    sql: `INSERT INTO webhook_deliveries (${COLUMNS}) SELECT ${values.join(', ')} FROM json_each(?1)`,
    rows: deliveries.map(({ id, endpoint, event, subject, payload }) => [id, endpoint, event, subject, payload, now]),
  }
}

/** Condition: no earlier delivery about the same document is waiting for the same endpoint. */
const IS_NEXT = sql`NOT EXISTS (SELECT 1 FROM webhook_deliveries AS earlier WHERE earlier.endpoint = ${table}.endpoint AND earlier.subject = ${table}.subject AND earlier.id < ${table}.id AND earlier.status = 'pending')`

const isDue = (now: number) => and(eq(table.status, 'pending'), lte(table.nextAttemptAt, now), IS_NEXT)

/** Returns the values that are written at the beginning of an attempt. They reserve the row until the lease ends. */
const begun = (now: number, lease: number) => ({
  attempts: sql`${table.attempts} + 1`,
  lastAttemptAt: now,
  nextAttemptAt: now + lease,
  leasedUntil: now + lease,
})

/**
 * Begins an attempt at one delivery; `undefined` if it is not due, or another isolate has reserved it.
 * @param lease milliseconds after which the attempt counts as lost
 */
export async function claim(db: DrizzleD1Database, id: string, now: number, lease: number) {
  const [row] = await db
    .update(table)
    .set(begun(now, lease))
    .where(and(eq(table.id, id), isDue(now)))
    .returning()
  return row
}

/** Begins an attempt at the next delivery about the same document; `undefined` if none is due. */
export async function claimNext(db: DrizzleD1Database, { endpoint, subject }: DeliveryRow, now: number, lease: number) {
  if (subject === null) return undefined
  const next = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.endpoint, endpoint), eq(table.subject, subject), isDue(now)))
    .orderBy(table.id)
    .limit(1)
  const [row] = await db.update(table).set(begun(now, lease)).where(inArray(table.id, next)).returning()
  return row
}

/**
 * Begins attempts at the deliveries that have been due longest, except those to the endpoints in `passOver`. Returns
 * the deliveries in the order of their events, oldest first.
 */
export async function claimDue(
  db: DrizzleD1Database,
  limit: number,
  passOver: readonly string[],
  now: number,
  lease: number,
): Promise<readonly DeliveryRow[]> {
  const due = db
    .select({ id: table.id })
    .from(table)
    .where(and(isDue(now), passOver.length > 0 ? notInArray(table.endpoint, [...passOver]) : undefined))
    .orderBy(table.nextAttemptAt)
    .limit(limit)
  const rows = await db.update(table).set(begun(now, lease)).where(inArray(table.id, due)).returning()
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export type Outcome = Pick<
  DeliveryRow,
  'status' | 'nextAttemptAt' | 'lastStatus' | 'lastError' | 'lastDuration' | 'responseBody' | 'deliveredAt'
>

/** Records the result of an attempt, unless its lease has ended and another attempt has begun. */
export async function finish(db: DrizzleD1Database, row: DeliveryRow, outcome: Outcome): Promise<DeliveryRow> {
  const isOurs = row.leasedUntil === null ? isNull(table.leasedUntil) : eq(table.leasedUntil, row.leasedUntil)
  await db
    .update(table)
    .set({ ...outcome, leasedUntil: null })
    .where(and(eq(table.id, row.id), isOurs))
  return { ...row, ...outcome, leasedUntil: null }
}

/**
 * Makes a delivery wait for its first attempt again; `undefined` if an attempt is in progress, or there is no such
 * delivery.
 */
export async function restart(db: DrizzleD1Database, id: string, now: number): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .update(table)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: now, leasedUntil: null, deliveredAt: null })
    .where(and(eq(table.id, id), or(isNull(table.leasedUntil), lte(table.leasedUntil, now))))
    .returning()
  return row
}

export async function findDelivery(db: DrizzleD1Database, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  readonly endpoint?: string | undefined
  readonly event?: string | undefined
}

/**
 * Returns deliveries without their payloads and responses, newest first, and only those older than the delivery with
 * the id `after`.
 */
export function listDeliveries(
  db: DrizzleD1Database,
  filter: DeliveryFilter,
  limit: number,
  after: string | undefined,
): Promise<readonly DeliverySummary[]> {
  return db
    .select(SUMMARY)
    .from(table)
    .where(
      and(
        filter.status === undefined ? undefined : eq(table.status, filter.status),
        filter.endpoint === undefined ? undefined : eq(table.endpoint, filter.endpoint),
        filter.event === undefined ? undefined : eq(table.event, filter.event),
        after === undefined ? undefined : lt(table.id, after),
      ),
    )
    .orderBy(desc(table.id))
    .limit(limit)
}

const SUMMARY = {
  id: table.id,
  endpoint: table.endpoint,
  event: table.event,
  status: table.status,
  attempts: table.attempts,
  nextAttemptAt: table.nextAttemptAt,
  lastAttemptAt: table.lastAttemptAt,
  lastStatus: table.lastStatus,
  lastError: table.lastError,
  lastDuration: table.lastDuration,
  createdAt: table.createdAt,
  deliveredAt: table.deliveredAt,
}

export type DeliverySummary = Pick<DeliveryRow, keyof typeof SUMMARY>

/** Counts the waiting and the failed deliveries of each endpoint. */
export function countUndelivered(db: DrizzleD1Database) {
  return db
    .select({ endpoint: table.endpoint, status: table.status, count: sql<number>`count(*)` })
    .from(table)
    .where(inArray(table.status, ['pending', 'failed']))
    .groupBy(table.endpoint, table.status)
}

/** Number of rows that one statement deletes. */
const AT_ONCE = 500

/**
 * Deletes deliveries that succeeded or failed for good, and are older than `before`, in milliseconds since the epoch;
 * returns how many.
 */
export async function trimDeliveries(db: DrizzleD1Database, before: number): Promise<number> {
  const isOld = and(lt(table.id, firstIdOf(before)), ne(table.status, 'pending'))
  let trimmed = 0
  for (;;) {
    const old = db.select({ id: table.id }).from(table).where(isOld).orderBy(table.id).limit(AT_ONCE)
    const gone = await db.delete(table).where(inArray(table.id, old)).returning({ id: table.id })
    trimmed += gone.length
    if (gone.length < AT_ONCE) return trimmed
  }
}

/** Returns the smallest id of a millisecond: ids of version 7 begin with their time. */
function firstIdOf(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
